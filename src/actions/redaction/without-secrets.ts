import { mask } from '../../redaction/mask.ts'

const MASK = /\[masked: ([\w-]+)\]/g

/** The text with its secrets masked. */
export async function maskedText(text: string): Promise<string> {
  return (await mask(text)).text
}

/** Text as it may leave the machine: secrets masked, and a line that says so and where the exact text is. */
export async function withoutSecrets(text: string): Promise<string> {
  const masked = await maskedText(text)
  const rules = [...new Set([...masked.matchAll(MASK)].map(([, rule]) => rule))]
  if (rules.length === 0) return masked
  return `${masked}\n\n(masked: ${rules.join(', ')}; \`stet inject\` in a terminal gives the exact text)`
}
