import { callsIn, type Entry } from '../model/entry.ts'

export interface Interrupted {
  readonly call: string
  readonly at: string | null
}

/**
 * A call that was never answered is answered as the client would answer it, after the last line of its reply and of
 * the other calls' answers.
 */
export function openCallsIn(
  open: ReadonlySet<string>,
  lines: readonly Entry[],
): ReadonlyMap<Entry, readonly Interrupted[]> {
  const answers = new Map<Entry, Interrupted[]>()
  if (open.size === 0) return answers
  const ends = replyEnds(lines)
  for (const [at, line] of lines.entries()) {
    for (const call of callsIn(line)) {
      if (!open.has(call)) continue
      const last = lines[Math.max(at, ends.get(line.reply) ?? at)]!
      const known = answers.get(last) ?? []
      known.push({ call, at: isoOf(last.time) })
      answers.set(last, known)
    }
  }
  return answers
}

/** Where the last line of each reply is, or the last answer to one of its calls; without a reply, the last answer. */
function replyEnds(lines: readonly Entry[]): ReadonlyMap<string | null, number> {
  const answered = new Map<string, number>()
  const ends = new Map<string | null, number>()
  for (const [at, { blocks, reply }] of lines.entries()) {
    if (reply !== null) ends.set(reply, at)
    for (const block of blocks) if (block.kind === 'tool_result') answered.set(block.call ?? '', at)
  }
  for (const line of lines) {
    for (const call of callsIn(line))
      ends.set(line.reply, Math.max(ends.get(line.reply) ?? -1, answered.get(call) ?? -1))
  }
  return ends
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
