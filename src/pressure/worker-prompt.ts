import type { Limits } from './limits.ts'

/** The section on context for the prompt a worker is started with. */
export function workerPrompt({ warn, recommend, urgent, force }: Limits): string {
  return `## Context Management

Your context window has limited capacity. Quality degrades around ${warn}% usage,
and auto-compaction (lossy) triggers at ${force}%.

### Monitoring
- Status line shows current context percentage
- You'll receive system reminders at ${warn}%, ${recommend}%, and ${urgent}%

### Actions

**At ${warn}%+** - Consider \`/trim\` if you notice degraded responses:
\`\`\`
/trim
\`\`\`
This removes large old tool outputs while preserving decisions and recent work.
Can free 30-50% of context. Use multiple times if needed.

**At ${recommend}%+ or trim ineffective** - Use \`/rollover\`:
\`\`\`
/rollover
\`\`\`
This starts a fresh session with your handoff summary. Full context is
preserved in the record for retrieval: \`stet search "what you need"\`.

### Priority Order
1. \`/trim\` - Least disruptive: go on in the smaller session with the \`/resume\` line it prints
2. \`/rollover\` - Clean handoff, fresh context
3. Auto-compaction - Last resort (lossy, avoid if possible)
`
}
