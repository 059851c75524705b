import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { OWN_RULES, type OwnRule } from './own-rules.ts'

export interface Secret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const PREFIX = '@secretlint/secretlint-rule-'

const CONFIG = {
  rules: [
    {
      id: PRESET,
      rule: creator,
      // a comment in a transcript must not switch the rules off
      rules: [{ id: `${PREFIX}filter-comments`, disabled: true }],
    },
  ],
}

/** The secrets in a text, one after the other: the maintained rules' first, then those that only Stet's own know. */
export async function findSecrets(text: string): Promise<readonly Secret[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: CONFIG, noPhysicFilePath: true },
  })
  const maintained = messages
    .filter(({ type }) => type === 'message')
    .map(({ ruleId, range: [start, end] }) => ({ rule: ruleId.replace(PREFIX, ''), start, end }))
  return joined([...maintained, ...OWN_RULES.flatMap((rule) => foundBy(rule, text))])
}

function foundBy({ rule, pattern, isSecret = () => true }: OwnRule, text: string): readonly Secret[] {
  return [...text.matchAll(pattern)].flatMap((found) => {
    const group = Object.values(found.groups ?? {}).find((value) => value !== undefined)
    const secret = group ?? found[0]
    if (!isSecret(secret)) return []
    const start = found.index + (group === undefined ? 0 : found[0].lastIndexOf(group))
    return [{ rule, start, end: start + secret.length }]
  })
}

/** In order, those that overlap as one, named by the first. */
function joined(secrets: readonly Secret[]): readonly Secret[] {
  const ordered = [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)
  const apart: Secret[] = []
  for (const secret of ordered) {
    const last = apart.at(-1)
    if (last && secret.start < last.end) apart[apart.length - 1] = { ...last, end: Math.max(last.end, secret.end) }
    else apart.push(secret)
  }
  return apart
}
