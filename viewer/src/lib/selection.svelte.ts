import { numbersIn, rangeText } from './ranges.ts'
import { route, setQuery } from './router.svelte.ts'
import type { Round } from './types.ts'

/** Which rounds of a session are selected, and at which one the keyboard is: both are in the address. */
export class Selection {
  readonly numbers = $derived(numbersIn(route.query.get('sel')))
  readonly set: ReadonlySet<number> = $derived(new Set(this.numbers))
  /** 0 where it is at none. */
  readonly at = $derived(Number(route.query.get('at') ?? 0))
  /** What is extended goes from here. */
  #anchor = 0
  readonly #listed: () => readonly Round[]

  constructor(listed: () => readonly Round[]) {
    this.#listed = listed
  }

  /** In ascending order. */
  select(numbers: readonly number[]): void {
    setQuery({ sel: rangeText(numbers) })
  }

  selectAll(): void {
    this.select(this.#listed().map(({ round }) => round))
  }

  /** Everything that is listed between two rounds, both included. */
  selectBetween(from: number, to: number): void {
    const [low, high] = from < to ? [from, to] : [to, from]
    const inside = this.#listed().filter(({ round }) => round >= low && round <= high)
    this.#anchor = from
    setQuery({ sel: rangeText(inside.map(({ round }) => round)), at: String(to) })
  }

  extendTo(round: number): void {
    this.selectBetween(this.#anchor || round, round)
  }

  toggle(round: number): void {
    const next = this.set.has(round)
      ? this.numbers.filter((one) => one !== round)
      : [...this.numbers, round].sort((a, b) => a - b)
    this.select(next)
    this.goTo(round)
  }

  /** The round that the keyboard is at, and that a selection begins with. */
  goTo(round: number): void {
    this.#anchor = round
    setQuery({ at: String(round) })
  }

  /** So many rounds down the list, or up, and from none to the given one or the last; returns the round it is at then. */
  step(by: number, how: { readonly extend: boolean; readonly first: number | undefined }): number | undefined {
    const listed = this.#listed()
    const here = listed.findIndex(({ round }) => round === this.at)
    const first = listed.findIndex(({ round }) => round === how.first)
    const wanted = here === -1 ? (by > 0 ? Math.max(0, first) : listed.length - 1) : here + by
    const next = listed[Math.min(listed.length - 1, Math.max(0, wanted))]?.round
    if (next === undefined) return undefined
    if (!how.extend) this.goTo(next)
    else {
      if (!this.set.has(this.at) && this.at > 0) this.#anchor = this.at
      this.extendTo(next)
    }
    return next
  }
}
