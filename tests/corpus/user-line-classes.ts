export interface UserLineClasses {
  readonly plain: number
  readonly injected: number
  readonly command: number
  readonly interrupt: number
}

/** Counts a file's user lines by what they look like. Reads the file by itself: it is here to check the parser. */
export function userLineClasses(file: Buffer): UserLineClasses {
  const classes = { plain: 0, injected: 0, command: 0, interrupt: 0 }
  for (const text of file.toString('utf8').split('\n')) {
    const name = classOf(text)
    if (name) classes[name]++
  }
  return classes
}

function classOf(text: string): keyof UserLineClasses | undefined {
  let line: { type?: string; isMeta?: boolean; isCompactSummary?: boolean; message?: { content?: unknown } }
  try {
    line = JSON.parse(text)
  } catch {
    return undefined
  }
  if (line?.type !== 'user') return undefined
  const content = line.message?.content
  const said = typeof content === 'string' ? content : JSON.stringify(content ?? '')
  if (said.includes('"type":"tool_result"')) return undefined
  if (line.isMeta || line.isCompactSummary) return 'injected'
  if (/<(command-|local-command-|bash-)/.test(said)) return 'command'
  if (said.includes('[Request interrupted')) return 'interrupt'
  return /<(task-notification|teammate-message|system-reminder|ide_)|Base directory for this skill/.test(said)
    ? 'injected'
    : 'plain'
}
