import { contentText } from './content-text.ts'

/** What the client writes around the summary itself. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g
const AFTER =
  /\n+(?:If you need specific details from before compaction|Please continue the conversation from where|Continue the conversation from where|The messages after this summary)[\s\S]*$/

/** What the model wrote of everything before a compaction, without its draft; undefined where no line has it. */
export function summaryIn(lines: Buffer): string | undefined {
  const line = lines
    .toString('utf8')
    .split('\n')
    .find((one) => one.includes('"isCompactSummary":true'))
  if (line === undefined) return undefined
  try {
    const text = contentText(JSON.parse(line).message?.content)
    const bare = text.replace(BEFORE, '').replace(REMINDER, '').replace(AFTER, '')
    return (/^Analysis:[\s\S]*?\nSummary:\n([\s\S]*)$/m.exec(bare)?.[1] ?? bare).trim()
  } catch {
    return undefined
  }
}
