import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { renderLines } from '../../src/surgery/render-lines.ts'

/** What Claude Code sends when it resumes a session made of a commit's context. */
export async function sentOf(context: string): Promise<readonly string[]> {
  const bytes = Buffer.from(context)
  const reader = claudeCode.context.reader({ bridges: true })
  for (const line of linesOf(bytes)) reader.add(line)
  const { parts, head } = reader.context(() => 0)
  const entries = parts.flatMap((part) => part.lines)
  const lines: Buffer[] = []
  await renderLines(
    { head, next: () => entries.shift() },
    claudeCode.writer({ sessionId: 'x', cwd: null, at: '2026-03-19T10:00:00.000Z' }),
    async (start, end) => bytes.subarray(start, end),
    (line) => lines.push(line),
  )
  return claudeCode.context.conversation(Buffer.concat(lines))
}
