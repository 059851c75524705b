import type { Level } from './level.ts'
import type { Limits } from './limits.ts'

export type MessageBand = 'none' | 'optional' | 'trigger' | 'force'

/** What the number of messages says about compressing. */
export function messageBand(messages: number, { optional, trigger, force }: Limits['messages']): MessageBand {
  if (messages >= force) return 'force'
  if (messages >= trigger) return 'trigger'
  return messages >= optional ? 'optional' : 'none'
}

export const BAND_LEVELS = {
  none: 'ok',
  optional: 'notice',
  trigger: 'recommend',
  force: 'force',
} as const satisfies Record<MessageBand, Level>
