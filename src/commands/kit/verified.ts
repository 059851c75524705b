import { boolean, list, number, object, string } from './shape.ts'

export const DAMAGED = list(object({ where: string, what: string }))

/** A record that was read whole. */
export const VERIFIED = object({
  ok: boolean,
  checked: number,
  counts: object({ artifacts: number, commits: number, sessions: number }),
  damaged: DAMAGED,
  readable: number,
  compared: number,
  rebuilt: number,
  repaired: number,
})
