import type { Entry } from '../../src/brief/entries/entry.ts'
import type { BriefRound, RoundEvent } from '../../src/brief/round.ts'

/** Something that is said or done in a round, and what a text must have that keeps it. */
export interface Planted {
  readonly kind: 'recall' | 'artifact' | 'decision' | 'continuation'
  readonly key: string
  readonly round: number
  /** Whether a later round took it back. */
  readonly isOver: boolean
}

const NAMES = 'kestrel marlin osprey heron plover dunlin curlew avocet'.split(' ')
const SOURCE = { writer: 'agent', name: 'bench', session: 's', at: '' } as const

/** A session of so many rounds: in each something is planted, and much is read that nobody needs. Every ninth choice is taken back. */
export function madeSession(length: number) {
  const rounds: BriefRound[] = []
  const planted: Planted[] = []
  const entries: Entry[] = []
  for (let round = 1; round <= length; round++) {
    const name = `${NAMES[round % NAMES.length]}-${round}`
    const isOver = round % 9 === 0
    const path = `/repo/src/${name}.ts`
    const user = [`Go on with part ${round}.`]
    const agent = [`I looked through part ${round} and read what belongs to it.`]
    const note = (kind: Planted['kind'], as: Entry['kind'], by: 'user' | 'agent', text: string, key: string) => {
      planted.push({ kind, key, round, isOver })
      const to = by === 'user' ? user : agent
      to.push(text)
      const quotes = [{ round, words: text.split(' ').slice(0, 10).join(' ') }]
      const over = isOver ? { over: round + 1 } : {}
      entries.push({
        id: `e${entries.length + 1}`,
        kind: as,
        text,
        rounds: [round],
        by,
        quotes,
        source: SOURCE,
        tier: 'heuristic',
        ...over,
      })
    }
    if (round % 3 === 0)
      note('decision', 'decision', 'agent', `We take ${name} for the queue, because it keeps order.`, name)
    if (round % 3 === 1)
      note('recall', 'fact', 'user', `The host of part ${round} is ${name}.example.`, `${name}.example`)
    if (round % 5 === 2)
      note('continuation', 'open', 'agent', `Part ${round} still needs a limit of ${1000 + round}.`, `${1000 + round}`)
    if (round % 9 === 1 && round > 1) user.unshift(`We do not use what we took in round ${round - 1} any more.`)
    if (round % 4 === 0) planted.push({ kind: 'artifact', key: `${name}.ts`, round, isOver: false })
    rounds.push({
      round,
      at: null,
      events: [
        { kind: 'said', who: 'user', text: user.join(' ') },
        ...(round % 4 === 0 ? [wrote(path, name)] : []),
        ...[1, 2, 3].map((at) => looked(round, at)),
        { kind: 'said', who: 'agent', text: agent.join(' ') },
      ],
    })
  }
  return { rounds, planted, entries }
}

function wrote(path: string, name: string): RoundEvent {
  const edit = { path, before: null, after: `export const ${name.replace('-', '')} = 1\n`, everywhere: false }
  return {
    kind: 'did',
    act: { role: 'write', files: [{ path, change: 'create' }], command: null, edits: [edit] },
    outcome: { failed: false, exit: null, output: 'ok' },
  }
}

function looked(round: number, at: number): RoundEvent {
  const output = Array.from(
    { length: 60 },
    (_, line) => `row ${line} of table ${round}-${at}: nothing that matters`,
  ).join('\n')
  return {
    kind: 'did',
    act: { role: 'run', files: [], command: `cat tables/${round}-${at}.txt` },
    outcome: { failed: false, exit: 0, output },
  }
}
