import type { BriefRound, Did } from '../round.ts'
import { shownCommand } from './commands.ts'
import type { NameFact } from './facts.ts'

/** So much of a result is read, from both ends. */
const HEAD = 8_000
const TAIL = 4_000
const MOST_ROUNDS = 20
const MOST_KNOWN = 200_000
/** A call that is given more of them goes through a list. */
const MOST_OF_CALL = 8

/** Addresses; what XML calls its languages by is none. */
const LINK = /https?:\/\/(?!(?:www\.)?w3\.org\/\d{4})[^\s"'`<>)\]}\\]{4,300}/g
/** Letters, digits and what is between them in handles; a letter of another script is no part of any. */
const TOKEN = /[\w.:@#/+\u0080-\uffff-]+/g
/** Standards and the like, which look like tickets. */
const NO_HANDLE = '(?!(?:UTF|ISO|SHA|MD|RFC|GPT|AES|RSA|ES|TLS|BASE|CP|HTTP|HSL|P)-\\d)'
/** Hashes, ids, numbers of issues, versions, hosts with ports, long numbers. */
const HANDLE = new RegExp(
  `^${NO_HANDLE}(?:${[
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}',
    '(?:[\\w.-]+/[\\w.-]+)?#\\d{1,7}',
    '[A-Z][A-Z0-9]{1,9}-\\d{1,7}',
    'v\\d+(?:\\.\\d+){1,3}(?:-[\\w.]+)?',
    '\\d+\\.\\d+\\.\\d+(?:[-+.:]\\w[\\w.]*)?',
    '[A-Za-z][\\w.-]*:\\d{2,5}',
    '(?=.{8,60}$)[A-Za-z]+[-_][A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*',
    '(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=\\D*\\d\\D*\\d)[\\w-]{10,80}',
    '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+',
    '\\d{5,}',
  ].join('|')})$`,
)
/** What these print is files, which are told by themselves. */
const TOLD = new Set(['read', 'write', 'search'])

/** Addresses, ids and values that a result named first and that somebody used later, in words or in a call. */
export function namesOf(rounds: readonly BriefRound[]): readonly NameFact[] {
  const known = new Map<string, { readonly source: Did; readonly first: number; readonly rounds: number[] }>()
  const said = new Set<string>()
  for (const { round, events } of rounds) {
    for (const event of events) {
      const names = namesIn(event.kind === 'said' ? event.text : callText(event))
      for (const name of event.kind === 'did' && names.size > MOST_OF_CALL ? [] : names) {
        const found = known.get(name)
        if (!found) said.add(name)
        else if (found.rounds.at(-1) !== round && found.rounds.length < MOST_ROUNDS) found.rounds.push(round)
      }
      if (event.kind !== 'did' || event.outcome === null || known.size > MOST_KNOWN) continue
      if (TOLD.has(event.act.role)) continue
      const { output } = event.outcome
      const ends = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`
      for (const name of namesIn(ends))
        if (!known.has(name) && !said.has(name)) known.set(name, { source: event, first: round, rounds: [] })
    }
  }
  return [...known].flatMap(([text, { source, first, rounds: used }]) => {
    const { command, role } = source.act
    const named = command === null ? (source.tool ?? role) : shownCommand(command)
    return used.length === 0 ? [] : [{ text, source: named, rounds: [...new Set([first, ...used])] }]
  })
}

function namesIn(text: string): ReadonlySet<string> {
  const links = text.includes('://') ? (text.match(LINK) ?? []) : []
  const names = new Set(links.map((link) => link.replace(/[.,;:!?]+$/, '')))
  const tokens = (links.length > 0 ? text.replace(LINK, ' ') : text).match(TOKEN) ?? []
  for (const token of tokens) {
    if (token.length < 3 || token.length > 120 || !/\d/.test(token)) continue
    const bare = token.replace(/^[.:/+-]+|[.:/+-]+$/g, '')
    if (HANDLE.test(bare)) names.add(bare)
  }
  return names
}

/** What a call was given, as far as it is text; what it writes into files is told by these. */
function callText({ act, input }: Did): string {
  if (act.command !== null) return act.command.slice(0, HEAD)
  if (act.role === 'write' || typeof input !== 'object' || input === null) return ''
  const values: readonly unknown[] = Object.values(input)
  return values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join('\n')
    .slice(0, HEAD)
}
