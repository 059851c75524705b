import type { Compactions } from './client.ts'

/** Of a client whose compactions give the whole history themselves. */
export const NOTHING_KEPT: Pick<Compactions, 'keptBy' | 'findKept'> = {
  keptBy: () => undefined,
  findKept: () => ({ readBefore: () => true, lines: () => undefined }),
}
