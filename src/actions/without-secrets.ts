import { mask } from '../redaction/mask.ts'

/** Text as it may leave the machine: secrets masked, and a line that says so and where the exact text is. */
export async function withoutSecrets(text: string): Promise<string> {
  const { text: masked, masked: found } = await mask(text)
  if (found.length === 0) return text
  const rules = [...new Set(found.map(({ rule }) => rule))].join(', ')
  return `${masked}\n\n(masked: ${rules}; \`stet inject\` in a terminal gives the exact text)`
}
