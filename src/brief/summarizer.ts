import { Failure } from '../model/errors.ts'
import { estimateTokens } from '../model/tokens.ts'

/** A model that writes text from text. Stet needs none; where the user configured one it may enrich what was extracted. */
export interface Summarizer {
  readonly name: string
  /** Writes what the instructions ask for about the text. Throws a Failure where the model cannot be reached. */
  write(instructions: string, text: string): Promise<string>
}

/** Counts tokens, of this process and others, and says how many there are now. */
export interface Spending {
  add(tokens: number): number
}

/** The same with a limit on what it may spend, in tokens sent and received. What would go beyond it is not sent. */
export function withinSpend(summarizer: Summarizer, limit: number, spending: Spending): Summarizer {
  return {
    name: summarizer.name,
    async write(instructions, text) {
      const wanted = estimateTokens(instructions.length + text.length)
      const spent = spending.add(wanted) - wanted
      if (spent + wanted > limit) {
        spending.add(-wanted)
        throw new Failure('spend-limit', `Asking ${summarizer.name} again would go beyond ${limit} tokens a day.`, {
          facts: { limit, spent, wanted },
          hint: 'Run `stet config set summarizer.spend_limit_tokens N` to allow more.',
        })
      }
      const answer = await summarizer.write(instructions, text)
      spending.add(estimateTokens(answer.length))
      return answer
    },
  }
}
