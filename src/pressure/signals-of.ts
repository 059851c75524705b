import type { Fill } from './fill.ts'
import { fillLevel } from './fill-level.ts'
import type { Level } from './level.ts'
import type { Limits } from './limits.ts'
import type { SeenRound } from './seen-round.ts'
import { drift } from './signals/drift.ts'
import { reReading } from './signals/re-reading.ts'
import { repetition } from './signals/repetition.ts'
import { type Signal, signal } from './signals/signal.ts'
import { turns } from './signals/turns.ts'
import { verbosity } from './signals/verbosity.ts'

/** Every sign there is, the window's own first. The same rounds always give the same signs. */
export function signalsOf(fill: Fill, rounds: readonly SeenRound[], limits: Limits): readonly Signal[] {
  const messages = rounds.reduce((sum, { said }) => sum + 1 + said.length, 0)
  const band = messageBand(messages, limits.messages)
  const level = fillLevel(fill.percent, limits)
  const found = [
    level === 'ok' ? undefined : signal('context', level, `${fill.percent} % of ${fill.window} tokens`),
    band === 'none' ? undefined : signal('messages', BAND_LEVELS[band], `${messages} messages`),
    turns(rounds, limits),
    reReading(rounds, limits),
    repetition(rounds, limits),
    verbosity(rounds, limits),
    drift(rounds, limits),
  ]
  return found.filter((one) => one !== undefined)
}

type MessageBand = 'none' | 'optional' | 'trigger' | 'force'

/** What the number of messages says about compressing. */
export function messageBand(messages: number, { optional, trigger, force }: Limits['messages']): MessageBand {
  if (messages >= force) return 'force'
  if (messages >= trigger) return 'trigger'
  return messages >= optional ? 'optional' : 'none'
}

const BAND_LEVELS = {
  none: 'ok',
  optional: 'notice',
  trigger: 'recommend',
  force: 'force',
} as const satisfies Record<MessageBand, Level>
