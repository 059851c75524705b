/** A compaction in the client's own form: the summary is all that it leaves of what was before. */
export function summaryLine(summary: string, { at }: { readonly at: string }): Buffer {
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: summary }] }
  const payload = { message: summary, replacement_history: [said] }
  return Buffer.from(`${JSON.stringify({ timestamp: at, type: 'compacted', payload })}\n`)
}
