import type { Did, DigestRound, RoundEvent, Speaker } from '../../src/digest/round.ts'
import type { ToolAct } from '../../src/model/tool-act.ts'

/** What a sentence of a dialogue is for, as its writer says; see README.md in dialogues. */
export type Label = 'D' | 'D<' | 'D?' | 'C' | 'F' | 'T' | 'X' | 'R' | 'Q' | 'M' | 'P' | 'S' | 'O'

export interface LabelledSentence {
  readonly round: number
  readonly who: Speaker
  readonly label: Label
  readonly text: string
}

export interface Dialogue {
  readonly name: string
  readonly rounds: readonly DigestRound[]
  readonly sentences: readonly LabelledSentence[]
}

const SAID = /^([uaz])([/-]?) (D[<?]?|[CFTXRQMPSO]) (.+)$/
const ENDED = /[.!?…。！？]["'”’)]*$/
const DONE = /^([rweb]) (.+)$/

/** A dialogue in the format that dialogues/README.md describes, as rounds and as labelled sentences. */
export function readDialogue(name: string, text: string): Dialogue {
  const rounds: { round: number; at: null; events: RoundEvent[] }[] = []
  const sentences: LabelledSentence[] = []
  let last: string | undefined
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line.trim() === '') continue
    if (line.startsWith('==')) {
      rounds.push({ round: rounds.length + 1, at: null, events: [] })
      last = undefined
      continue
    }
    const events = rounds.at(-1)?.events
    const said = SAID.exec(line)
    const done = said ? null : DONE.exec(line)
    if (!events || !(said || done)) throw new Error(`${name}: ${line}`)
    if (said) {
      const [, voice, mark, label, words] = said as unknown as [string, string, string, Label, string]
      const who = voice === 'u' ? 'user' : 'agent'
      const told = words.replaceAll('\\n', '\n')
      sentences.push({ round: rounds.length, who, label, text: told })
      const before = events.at(-1)
      if (last === voice && before?.kind === 'said') {
        // who leaves out the mark at the end begins a new line
        const join = mark === '-' ? '\n- ' : mark === '/' || !ENDED.test(before.text) ? '\n' : ' '
        events[events.length - 1] = { ...before, text: before.text + join + told }
      } else events.push({ kind: 'said', who, text: mark === '-' ? `- ${told}` : told })
      last = voice
    } else {
      events.push(work(done![1]!, done![2]!.replaceAll('\\n', '\n')))
      last = undefined
    }
  }
  return { name, rounds, sentences }
}

function work(verb: string, rest: string): Did {
  const done = (act: ToolAct, exit: number | null = null, output = ''): Did => ({
    kind: 'did',
    act,
    outcome: { failed: (exit ?? 0) !== 0, exit, output },
  })
  if (verb === 'b') {
    const [command, status = '0', output = ''] = rest.split(' ;; ')
    return done({ role: 'run', files: [], command: command! }, Number.parseInt(status, 10) || 0, output)
  }
  const [path, words = ''] = rest.split(' | ')
  if (verb === 'r') return done({ role: 'read', files: [{ path: path!, change: null }], command: null }, null, words)
  const [before, after] = verb === 'e' ? words.split(' => ') : [null, words]
  const edit = { path: path!, before: before ?? null, after: after ?? '', everywhere: false }
  const change = verb === 'w' ? 'create' : 'modify'
  return done({ role: 'write', files: [{ path: path!, change }], command: null, edits: [edit] })
}
