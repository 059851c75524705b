import type { PageCommand } from '../../../src/commands/kit/on-page.ts'
import { type ApiFailure, call } from './api.ts'
import { asFailure, loadSessions } from './data.svelte.ts'
import { type ActionRequest, DOABLE, NO_PARAMS, previewOf } from './operations.ts'
import { route, setQuery } from './router.svelte.ts'
import type { Compressed, Operated, OperationRow } from './types.ts'

/** Changes that follow one another this fast are previewed once. */
const SETTLE_MS = 120

/** What is being done to a session: its preview, which follows the address, and what was written. */
export class Operation {
  readonly doing = $derived(DOABLE.find(({ name }) => name === route.query.get('do')))
  preview = $state.raw<Operated | Compressed | undefined>(undefined)
  refused = $state.raw<ApiFailure | undefined>(undefined)
  written = $state.raw<Operated | Compressed | undefined>(undefined)
  /** The last operation that made the session or was done to it; null where there is none, undefined while it is looked for. */
  last = $state.raw<OperationRow | null | undefined>(undefined)
  readonly isUndoing = $derived(route.query.get('do') === 'undo')
  isBusy = $state(false)
  #lastName = 'trim'

  start(name: string): void {
    this.#lastName = name
    this.written = undefined
    this.preview = undefined
    if (this.doing?.name === name) this.leave()
    else setQuery({ ...NO_PARAMS, do: name, view: undefined }, 'push')
  }

  /** Shows the preview that was left; one that is there stays. */
  again(): void {
    if (this.doing === undefined) this.start(this.#lastName)
  }

  leave(): void {
    this.preview = undefined
    setQuery({ ...NO_PARAMS, do: undefined })
  }

  /** Shows which operation an undo would take back. */
  startUndo(): void {
    setQuery({ ...NO_PARAMS, do: 'undo', view: undefined }, 'push')
  }

  async findLast(session: string): Promise<void> {
    this.last = undefined
    const all = await call<readonly OperationRow[]>('operations').catch(() => [])
    this.last = all.find((one) => !one.undone && [...one.from, ...one.sessions].includes(session)) ?? null
  }

  /** Forgets what was done to another session. */
  reset(): void {
    this.written = undefined
    this.preview = undefined
  }

  /** Previews what is asked for, unless something else is asked for meanwhile; returns what ends that. */
  follow(request: ActionRequest | undefined): () => void {
    const over = new AbortController()
    const timer = setTimeout(() => void this.#look(request, over.signal), this.preview === undefined ? 0 : SETTLE_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }

  async #look(request: ActionRequest | undefined, signal: AbortSignal): Promise<void> {
    try {
      this.preview = request && this.doing && (await previewed(request, this.doing, signal))
      this.refused = undefined
    } catch (error) {
      if (signal.aborted) return
      this.preview = undefined
      this.refused = asFailure(error)
    }
  }

  async write(request: ActionRequest | undefined): Promise<void> {
    if (!request || this.isBusy) return
    this.isBusy = true
    try {
      this.written = await call<Operated | Compressed>(request.action, request.input)
      this.leave()
      await loadSessions()
    } catch (error) {
      this.refused = asFailure(error)
    } finally {
      this.isBusy = false
    }
  }

  /** Takes an operation back; returns what to say, and the session to go on with. */
  async undo(operation: string): Promise<{ readonly says: string; readonly goesOn?: string | undefined }> {
    try {
      const { kind, restored } = await call<{ kind: string; restored: readonly string[] }>('undo', { operation })
      this.written = undefined
      if (this.isUndoing) this.leave()
      await loadSessions()
      return { says: `Undid ${kind}.`, goesOn: restored[0] }
    } catch (error) {
      return { says: asFailure(error).message }
    }
  }
}

function previewed(request: ActionRequest, command: PageCommand, signal: AbortSignal): Promise<Operated | Compressed> {
  const { action, input } = previewOf(request, command)
  return call(action, input, signal)
}
