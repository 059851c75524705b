import type { BriefRound, RoundEvent } from '../../brief/round.ts'
import type { ToolAct, ToolOutcome } from '../../model/tool-act.ts'
import { mask } from '../../redaction/mask.ts'
import { mayHoldSecret } from '../../redaction/may-hold-secret.ts'

/** A round with every secret that a rule knows masked, in words, calls and results. */
export async function withoutSecrets(round: BriefRound): Promise<BriefRound> {
  const events: RoundEvent[] = []
  for (const event of round.events) {
    events.push(
      event.kind === 'said'
        ? await masked(event)
        : {
            ...event,
            act: await masked<ToolAct>(event.act),
            outcome: event.outcome && (await masked<ToolOutcome>(event.outcome)),
            ...(event.input !== undefined && { input: await masked(event.input) }),
          },
    )
  }
  return { ...round, events }
}

/** A value with its texts masked; the same value where none may hold a secret. */
async function masked<T>(value: T): Promise<T> {
  if (typeof value === 'string') return (mayHoldSecret(value) ? (await mask(value)).text : value) as T
  if (typeof value !== 'object' || value === null || !holdsOne(value)) return value
  if (Array.isArray(value)) return (await Promise.all(value.map((one) => masked(one)))) as T
  const entries = await Promise.all(Object.entries(value).map(async ([key, one]) => [key, await masked(one)] as const))
  return Object.fromEntries(entries) as T
}

function holdsOne(value: unknown): boolean {
  if (typeof value === 'string') return mayHoldSecret(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsOne)
}
