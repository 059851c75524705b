import type { View } from './settle.ts'

/** What an entry costs apart from its own text, in the state and in the prompt together. */
const FRAME = 75

/** How a list of a view competes for room. */
interface Shelf<T> {
  readonly of: (view: View) => readonly T[]
  readonly worth: (one: T, late: (round: number) => number) => number
  readonly chars: (one: T) => number
  /** How often its text is written, in the state and in the prompt together. */
  readonly times: number
  /** Given for what may be many: the share of the room that is theirs, and what those are worth that are left then. */
  readonly beyond?: { readonly share: number; readonly worth: number }
}

const text = (one: { readonly text: string }) => one.text.length
const ended = (one: { readonly entry: { readonly text: string } }) => one.entry.text.length

/**
 * What matters most first: files, also those that were put back, tests and commands, which cost little and are known; what
 * was said, by how sure it is, among errors and the commands there was no room for; then what is over. Every file is named
 * before it is said what is in one.
 */
const SHELVES = {
  constraints: shelf({ of: (view) => view.constraints, worth: (one) => 6.3 + 3 * one.sure, chars: text, times: 1.7 }),
  files: shelf({
    of: (view) => view.files.changed,
    worth: (one, late) => 10 + late(one.rounds.at(-1)!),
    chars: (one) => one.path.length,
    times: 1.6,
  }),
  symbols: shelf({
    of: (view) => view.files.changed.map((file) => file.symbols),
    worth: () => 8.4,
    chars: (one) => one.slice(0, 4).join().length - FRAME,
    times: 1.6,
  }),
  decisions: shelf({
    of: (view) => view.decisions,
    worth: (one, late) => 6.3 + 3 * one.sure + late(one.round),
    chars: text,
    times: 1.7,
  }),
  tests: shelf({
    of: (view) => view.tests,
    worth: (one, late) => (one.failed ? 9.6 : 9) + late(one.rounds.at(-1)!),
    chars: (one) => one.command.length + 30,
    times: 1.4,
  }),
  threads: shelf({
    of: (view) => view.threads,
    worth: (one, late) => ('sure' in one ? 6.3 + 3 * one.sure : 8) + late(one.round),
    chars: text,
    times: 1.7,
  }),
  facts: shelf({
    of: (view) => view.facts,
    worth: (one, late) => 6 + 3 * one.sure + late(one.round),
    chars: text,
    times: 1.6,
  }),
  errors: shelf({
    of: (view) => view.errors.open,
    worth: (one, late) => 7.5 + (one.names.some((name) => /\d/.test(name)) ? 1 : 0) + late(one.round),
    chars: text,
    times: 1.6,
  }),
  commands: shelf({
    of: (view) => view.commands,
    worth: (one, late) => (one.failed ? 9.2 : 8.7) + late(one.rounds.at(-1)!),
    chars: (one) => one.command.length,
    times: 1.1,
    beyond: { share: 0.2, worth: 7 },
  }),
  terms: shelf({ of: (view) => view.terms, worth: () => 6, chars: text, times: 1 }),
  undone: shelf({ of: (view) => view.files.undone, worth: () => 9.2, chars: (one) => one.path.length + 20, times: 1 }),
  over: shelf({ of: (view) => view.over, worth: (one, late) => 3 + late(one.by), chars: ended, times: 1 }),
  resolved: shelf({
    of: (view) => view.errors.resolved,
    worth: (one, late) => 3 + late(one.by),
    chars: ended,
    times: 1,
  }),
}

function shelf<T>(one: Shelf<T>): Shelf<T> {
  return one
}

/** The entries of a shelf with what they are worth and cost, the worthiest first. */
function ranked<T>(
  { of, worth, chars, times, beyond }: Shelf<T>,
  view: View,
  late: (round: number) => number,
  room: number,
) {
  const items = of(view)
    .map((item) => ({ item, worth: worth(item, late), cost: (chars(item) + FRAME) * times }))
    .sort((a, b) => b.worth - a.worth)
  if (!beyond) return items
  let left = beyond.share * room
  return items.map((one) => {
    left -= one.cost
    return left < 0 ? { ...one, worth: Math.min(one.worth, beyond.worth) } : one
  })
}

/**
 * The view with as much as fits into so many characters, written twice: once in the state, once in the prompt. Of a kind
 * the surer and the later stay. What is left out is still in the record.
 */
export function fitted(view: View, chars: number): View {
  const late = (round: number) => (0.3 * round) / Math.max(1, view.to)
  const items = Object.values(SHELVES as Record<string, Shelf<unknown>>).flatMap((one) =>
    ranked(one, view, late, chars),
  )
  const kept = new Set<unknown>()
  let left = chars
  for (const { item, cost } of items.sort((a, b) => b.worth - a.worth)) {
    if (cost > left) continue
    left -= cost
    kept.add(item)
  }
  const keep = <T>({ of }: Shelf<T>) => of(view).filter((one) => kept.has(one))
  return {
    ...view,
    decisions: keep(SHELVES.decisions),
    constraints: keep(SHELVES.constraints),
    facts: keep(SHELVES.facts),
    threads: keep(SHELVES.threads),
    terms: keep(SHELVES.terms),
    commands: keep(SHELVES.commands),
    tests: keep(SHELVES.tests),
    errors: { open: keep(SHELVES.errors), resolved: keep(SHELVES.resolved) },
    files: {
      ...view.files,
      changed: keep(SHELVES.files).map((file) => (kept.has(file.symbols) ? file : { ...file, symbols: [] })),
      undone: keep(SHELVES.undone),
    },
    over: keep(SHELVES.over),
  }
}
