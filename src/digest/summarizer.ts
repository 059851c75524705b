import { Failure } from '../model/errors.ts'
import { estimateTokens } from '../model/tokens.ts'

/** A model that writes text from text. Stet needs none; where the user configured one it may enrich what was extracted. */
export interface Summarizer {
  readonly name: string
  /** Writes what the instructions ask for about the text. Throws a Failure where the model cannot be reached. */
  write(instructions: string, text: string): Promise<string>
}

/**
 * The same with a limit on what it may spend, in tokens sent and received. What would go beyond it is not sent.
 * `spent` says what was used so far.
 */
export function withinSpend(summarizer: Summarizer, limit: number): Summarizer & { spent(): number } {
  let spent = 0
  return {
    name: summarizer.name,
    spent: () => spent,
    async write(instructions, text) {
      const cost = estimateTokens(instructions.length + text.length)
      if (spent + cost > limit) {
        throw new Failure('spend-limit', `Asking ${summarizer.name} again would go beyond ${limit} tokens.`, {
          facts: { limit, spent, wanted: cost },
          hint: 'Run `stet config set summarizer.spend_limit_tokens N` to allow more.',
        })
      }
      spent += cost
      const answer = await summarizer.write(instructions, text)
      spent += estimateTokens(answer.length)
      return answer
    },
  }
}
