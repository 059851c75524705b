import { readFileSync, writeFileSync } from 'node:fs'

/** Tokens at which the client compacts a session before it asks anything. */
const FULL = 965_000

/** Makes a copy of a session whose first tool result fills the window, and whose last reply says that it is full. */
export function withFullWindow(path: string, copy: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const first = lines.findIndex((line) => line.includes('"type":"tool_result"'))
  const result = JSON.parse(lines[first]!)
  result.message.content[0].content = 'word '.repeat((FULL * 4) / 5)
  const last = lines.findLastIndex((line) => line.includes('"role":"assistant"'))
  const reply = JSON.parse(lines[last]!)
  reply.message.usage = { ...reply.message.usage, input_tokens: FULL }
  const full = lines.with(first, JSON.stringify(result)).with(last, JSON.stringify(reply))
  writeFileSync(copy, `${full.join('\n')}\n`)
  return copy
}
