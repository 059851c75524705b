import type { BriefRound, RoundEvent } from '../../brief/round.ts'
import type { ToolAct, ToolOutcome } from '../../model/tool-act.ts'
import { maskedValue } from '../redaction/masked-value.ts'

/** A round with every secret that a rule knows masked, in words, calls and results. */
export async function withoutSecrets(round: BriefRound): Promise<BriefRound> {
  const events: RoundEvent[] = []
  for (const event of round.events) {
    events.push(
      event.kind === 'said'
        ? await maskedValue(event)
        : {
            ...event,
            act: await maskedValue<ToolAct>(event.act),
            outcome: event.outcome && (await maskedValue<ToolOutcome>(event.outcome)),
            ...(event.input !== undefined && { input: await maskedValue(event.input) }),
          },
    )
  }
  return { ...round, events }
}
