import { composed, type Masked, ownWords } from '../model/passed.ts'
import { mask, rulesIn } from './mask.ts'

/** The text with its secrets masked. */
export async function maskedText(text: string): Promise<Masked> {
  return (await mask(text)).text
}

/** Text as it may leave the machine: secrets masked, and a line that says so and where the exact text is. */
export async function withoutSecrets(text: string): Promise<Masked> {
  const masked = await maskedText(text)
  const rules = new Set(rulesIn(masked))
  return rules.size === 0 ? masked : composed`${masked}\n\n${maskedNote(rules)}`
}

/** That something was masked, and how its owner gets it as it was recorded. */
export function maskedNote(rules: ReadonlySet<string>): Masked {
  return ownWords(`(masked: ${[...rules].join(', ')}; \`stet inject\` in a terminal gives the exact text)`)
}
