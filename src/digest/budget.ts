import type { View } from './settle.ts'

/** What an entry costs beside its own text, in the state and in the prompt together. */
const FRAME = 75

interface Item {
  readonly worth: number
  readonly cost: number
  readonly keep: () => void
}

/**
 * The view with as much as fits into so many characters, written twice: once in the state, once in the prompt. What
 * matters most stays: rules, decisions, open threads, changed files and tests first, then facts and open errors, then
 * commands; of a kind the surer and the later. What is left out is still in the record.
 */
export function fitted(view: View, chars: number): View {
  const items: Item[] = []
  const last = Math.max(1, view.to)
  const kept = {
    decisions: new Set<unknown>(),
    constraints: new Set<unknown>(),
    facts: new Set<unknown>(),
    threads: new Set<unknown>(),
    errors: new Set<unknown>(),
    resolved: new Set<unknown>(),
    files: new Set<unknown>(),
    commands: new Set<unknown>(),
    tests: new Set<unknown>(),
    undone: new Set<unknown>(),
    terms: new Set<unknown>(),
    over: new Set<unknown>(),
  }
  const add = <T>(
    into: Set<unknown>,
    list: readonly T[],
    worth: (one: T) => number,
    text: (one: T) => number,
    times: number,
  ) => {
    for (const one of list)
      items.push({ worth: worth(one), cost: (text(one) + FRAME) * times, keep: () => into.add(one) })
  }
  const late = (round: number) => (0.3 * round) / last
  add(
    kept.constraints,
    view.constraints,
    (one) => 9 + one.sure,
    (one) => one.text.length,
    1.7,
  )
  add(
    kept.files,
    view.files.changed,
    (one) => 8.5 + late(one.rounds.at(-1)!),
    (one) => one.path.length + one.symbols.slice(0, 4).join().length,
    1.6,
  )
  add(
    kept.decisions,
    view.decisions,
    (one) => 7.5 + 1.5 * one.sure + late(one.round),
    (one) => one.text.length,
    1.7,
  )
  add(
    kept.tests,
    view.tests,
    (one) => (one.failed ? 8.6 : 8) + late(one.rounds.at(-1)!),
    (one) => one.command.length + 30,
    1.4,
  )
  add(
    kept.threads,
    view.threads,
    (one) => ('sure' in one ? 7 + 1.5 * one.sure : 8) + late(one.round),
    (one) => one.text.length,
    1.7,
  )
  add(
    kept.facts,
    view.facts,
    (one) => 6.5 + 1.5 * one.sure + late(one.round),
    (one) => one.text.length,
    1.6,
  )
  add(
    kept.errors,
    view.errors.open,
    (one) => 6.5 + (one.names.some((name) => /\d/.test(name)) ? 1 : 0) + late(one.round),
    (one) => one.text.length,
    1.6,
  )
  add(
    kept.commands,
    view.commands,
    (one) => (one.failed ? 6.6 : 6) + late(one.rounds.at(-1)!),
    (one) => one.command.length,
    1.1,
  )
  add(
    kept.terms,
    view.terms,
    () => 6,
    (one) => one.text.length,
    1,
  )
  add(
    kept.undone,
    view.files.undone,
    () => 4,
    (one) => one.path.length + 20,
    1,
  )
  add(
    kept.over,
    view.over,
    (one) => 3 + late(one.by),
    (one) => one.entry.text.length,
    1,
  )
  add(
    kept.resolved,
    view.errors.resolved,
    (one) => 3 + late(one.by),
    (one) => one.entry.text.length,
    1,
  )
  let left = chars
  for (const { cost, keep } of items.sort((a, b) => b.worth - a.worth)) {
    if (cost > left) continue
    left -= cost
    keep()
  }
  return {
    ...view,
    decisions: view.decisions.filter((one) => kept.decisions.has(one)),
    constraints: view.constraints.filter((one) => kept.constraints.has(one)),
    facts: view.facts.filter((one) => kept.facts.has(one)),
    threads: view.threads.filter((one) => kept.threads.has(one)),
    terms: view.terms.filter((one) => kept.terms.has(one)),
    commands: view.commands.filter((one) => kept.commands.has(one)),
    tests: view.tests.filter((one) => kept.tests.has(one)),
    errors: {
      open: view.errors.open.filter((one) => kept.errors.has(one)),
      resolved: view.errors.resolved.filter((one) => kept.resolved.has(one)),
    },
    files: {
      ...view.files,
      changed: view.files.changed.filter((one) => kept.files.has(one)),
      undone: view.files.undone.filter((one) => kept.undone.has(one)),
    },
    over: view.over.filter((one) => kept.over.has(one)),
  }
}
