import { namesIn } from '../../../src/brief/entries/names-in.ts'
import type { RoundRecord } from '../../../src/brief/entries/round-record.ts'
import type { Facts } from '../../../src/brief/facts/facts.ts'
import type { Truth } from './truths.ts'

/** A handoff that lies in one thing: an entry made of a true one, or of what was recorded. */
export interface Lie {
  readonly how: string
  readonly entry: object
}

const OTHER_WORDS = ['always', 'yesterday', 'carefully', 'nobody']
const NUMBERS = [' for 7341 users', ' since build 98217', ', 4.7718 s at most']
/** Most records have these somewhere, of something else. */
const SMALL = [' after 37 runs', ' in 14 places', ' for 58 users', ' within 6 days', ' with 23 failures', ' by 90 %']
const NAMES = [
  ' in src/quux/zorblat.ts',
  ' as Marlow said',
  ' on gx41.example.org',
  ' (ticket QZX-8812)',
  ' by `frobnicateAll()`',
]

/** Each kind of lie of each true entry, as far as it can be told. */
export function liesOf(truths: readonly Truth[], record: RoundRecord): readonly Lie[] {
  return truths.flatMap((truth, at) => [
    ...moved(truth, record),
    ...changedQuote(truth, at),
    { how: 'an invented number', entry: { ...truth, text: inserted(truth.text, NUMBERS[at % NUMBERS.length]!) } },
    ...SMALL.map((number) => ({ how: 'a small number', entry: { ...truth, text: inserted(truth.text, number) } })),
    { how: 'an invented name', entry: { ...truth, text: inserted(truth.text, NAMES[at % NAMES.length]!) } },
    ...otherNumber(truth),
    ...ofAnother(truth),
  ])
}

/** The round of everything in it is another one. */
function moved(truth: Truth, { rounds }: RoundRecord): readonly Lie[] {
  const own = truth.rounds.at(-1)!
  const all = rounds.map(({ round }) => round)
  return [all[(all.indexOf(own) + 3) % all.length]!, all[(all.indexOf(own) + all.length - 2) % all.length]!]
    .filter((round) => !truth.rounds.includes(round))
    .map((round) => {
      const quotes = truth.quotes?.map((quote) => quote.replace(/^r\d+/, `r${round}`))
      const { over: _, ...rest } = truth
      return { how: 'a moved round', entry: { ...rest, rounds: [round], ...(quotes && { quotes }) } }
    })
}

/** A word of the quote is another, or one is left out. */
function changedQuote(truth: Truth, at: number): readonly Lie[] {
  const quote = truth.quotes?.[0]
  if (quote === undefined) return []
  const [round, ...words] = quote.split(' ')
  const middle = Math.floor(words.length / 2)
  const other = words.with(middle, OTHER_WORDS[at % OTHER_WORDS.length]!)
  const fewer = words.toSpliced(middle, 1)
  return [other, ...(words.length > 3 ? [fewer] : [])].map((changed) => ({
    how: 'a changed quote',
    entry: { ...truth, quotes: [[round, ...changed].join(' ')] },
  }))
}

/** A number of the sentence is another. */
function otherNumber(truth: Truth): readonly Lie[] {
  const number = namesIn(truth.text).find(({ kind, name }) => kind === 'number' && /^\d{2,}/.test(name))
  if (!number) return []
  const other = number.name.replace(/\d+/, (digits) => String(Number(digits) * 3 + 7919))
  return [{ how: 'an invented number', entry: { ...truth, text: truth.text.replace(number.name, other) } }]
}

/** What the agent said is said to be the user's. */
function ofAnother(truth: Truth): readonly Lie[] {
  return truth.by === 'agent' && truth.quotes ? [{ how: 'another speaker', entry: { ...truth, by: 'user' } }] : []
}

function inserted(text: string, what: string): string {
  return `${text.replace(/[.?]$/, '').slice(0, 200)}${what}.`
}

/** Claims against how commands, tests and files came out. */
export function claimsAgainst({ tests, commands, files }: Facts): readonly Lie[] {
  const says = (how: string, text: string, round: number): Lie => ({
    how,
    entry: { kind: 'fact', text, rounds: [round], by: 'you' },
  })
  return [
    ...tests.flatMap(({ command, failed, rounds }) => [
      says('against a test', `\`${command}\` ${failed ? 'passed' : 'failed'}.`, rounds.at(-1)!),
      says('against an exit', `\`${command}\` exited with ${failed ? 0 : 2}.`, rounds.at(-1)!),
    ]),
    ...commands
      .filter(({ exit, command }) => exit !== null && /^[\w-]+ [\w-]+/.test(command) && command.length <= 140)
      .slice(-12)
      .map(({ command, failed, rounds }) =>
        says(
          'against an exit',
          `\`${command}\` ${failed ? 'succeeded with exit code 0' : 'failed with exit code 1'}.`,
          rounds.at(-1)!,
        ),
      ),
    ...files.flatMap(({ path, state, rounds }) => {
      const gone = state === 'deleted' || state === 'moved'
      return [
        says('against a file', `\`${path}\` was ${gone ? 'created' : 'deleted'}.`, rounds.at(-1)!),
        says(
          'against a file',
          `The agent ${gone ? 'created' : 'removed'} ${path.split('/').slice(-2).join('/')}.`,
          rounds.at(-1)!,
        ),
      ]
    }),
  ]
}

/** Ways in which an earlier entry would vanish. */
export function vanishing(truths: readonly (Truth & { readonly id: string })[]): readonly Lie[] {
  return truths.flatMap((truth, at) => {
    const { id, rounds, by } = truth
    const other = truths[(at + 5) % truths.length]!
    return [
      {
        how: 'a vanished entry',
        entry: { id, kind: truth.kind, text: other.text, rounds: other.rounds, by: other.by, quotes: other.quotes },
      },
      {
        how: 'a vanished entry',
        entry: {
          id: `n${at}`,
          kind: 'idea',
          text: 'All of this is settled.',
          rounds: [rounds.at(-1)!],
          by: 'you',
          supersedes: [id],
        },
      },
      ...(other.kind === truth.kind && other.by === truth.by
        ? [{ how: 'a vanished entry', entry: { ...other, id: `s${at}`, supersedes: [id] } }]
        : []),
      ...(truth.kind === 'rule' && by === 'user'
        ? [{ how: 'a vanished entry', entry: { id, over: rounds.at(-1)! } }]
        : []),
    ]
  })
}

/** A false sentence over a true quote: nothing that can be looked up is wrong in it. */
export function glosses(truths: readonly Truth[]): readonly Lie[] {
  const texts = [
    'This was done already and needs no more work',
    'This is not wanted any more',
    'Do this before everything else',
  ]
  return truths
    .filter(({ quotes }) => quotes)
    .map((truth, at) => ({ how: 'a false gloss', entry: { ...truth, text: `${texts[at % texts.length]}.` } }))
}
