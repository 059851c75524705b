import type { Level } from '../level.ts'

/** A sign that a context is too full, with what shows it. */
export interface Signal {
  readonly name: SignalName
  readonly level: Level
  /** What to do about it. */
  readonly action: string
  readonly evidence: string
}

const SIGNALS = {
  context: 'trim or roll over',
  messages: 'compress',
  turns: 'compress when the phase ends',
  're-reading': 'compress at once',
  repetition: 'compress now, before going on',
  verbosity: 'compress, and trim noise',
  drift: 'compress, and say the task again',
} as const
export type SignalName = keyof typeof SIGNALS

export function signal(name: SignalName, level: Level, evidence: string): Signal {
  return { name, level, action: SIGNALS[name], evidence }
}
