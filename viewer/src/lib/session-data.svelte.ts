import { type ApiFailure, call } from './api.ts'
import { asFailure } from './data.svelte.ts'
import type { ContextWindow, Round } from './types.ts'

/** So many rounds at the end are looked at when a session has grown. */
const END = 40
/** So many rounds are listed before all of them are there. */
const FIRST = 300
/** Reading everything again takes at most this share of the time. */
const SHARE = 0.1

/** What is known of one session: its rounds first, what fills its window as soon as it is known. */
export class SessionData {
  readonly id: string
  rounds = $state.raw<readonly Round[] | undefined>(undefined)
  context = $state.raw<ContextWindow | undefined>(undefined)
  /** So many rounds at the beginning were not sent any more when it was opened. */
  unsentBefore = $state(0)
  failure = $state.raw<ApiFailure | undefined>(undefined)
  readonly byNumber = $derived(new Map((this.rounds ?? []).map((round) => [round.round, round])))
  #took = 0
  #isWhole = false
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(id: string) {
    this.id = id
  }

  async load(): Promise<void> {
    const began = performance.now()
    try {
      const first = this.rounds ? [] : await call<readonly Round[]>('rounds', { session: this.id, limit: FIRST })
      if (first.length > 0) this.rounds = first
      const after = first.at(-1)?.round ?? 0
      const isAll = first.length > 0 && first.length < FIRST
      const rest = isAll ? [] : await call<readonly Round[]>('rounds', { session: this.id, after })
      const rounds = [...first, ...rest]
      if (!this.#isWhole)
        this.unsentBefore = Math.max(
          0,
          rounds.findIndex(({ active }) => active),
        )
      this.#isWhole = true
      this.rounds = rounds
      this.failure = undefined
      this.context = await call<ContextWindow>('window', { session: this.id }).catch(() => this.context)
    } catch (error) {
      this.failure = asFailure(error)
    }
    this.#took = performance.now() - began
  }

  /** Shows new rounds at once; the rest is read again when there is time. */
  async grow(): Promise<void> {
    if (!this.rounds) return this.load()
    this.#waiting ??= setTimeout(
      () => {
        this.#waiting = undefined
        void this.load()
      },
      Math.max(300, this.#took / SHARE),
    )
    const end = await call<readonly Round[]>('rounds', { session: this.id, last: END }).catch(() => [])
    const first = end[0]?.round
    const known = this.rounds.findLast(({ round }) => round === first)
    if (first === undefined || (!known && this.rounds.length > 0)) return // more came than was looked at
    this.rounds = [...this.rounds.filter(({ round }) => round < first), ...end]
  }

  close(): void {
    clearTimeout(this.#waiting)
  }
}
