import { readFileSync } from 'node:fs'

/** A line of a written session as plain JSON, read without anything of the product. */
export type Json = Readonly<Record<string, unknown>>

interface Content {
  readonly type?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly text?: string
  readonly thinking?: string
  readonly signature?: string
  readonly input?: unknown
  readonly content?: unknown
}

export function linesIn(path: string): readonly Json[] {
  return readFileSync(path, 'utf8').split('\n').flatMap(recordIn)
}

/** Nothing for what no client reads. */
function recordIn(line: string): readonly Json[] {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : []
  } catch {
    return []
  }
}

export function contentOf(line: Json): readonly Content[] {
  const content = (line.message as { content?: unknown } | undefined)?.content
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : []
}

/** What keeps a session from being one that a client resumes whole, told by another reading than the product's. */
export function faultsOf(path: string): readonly string[] {
  const [first, ...rest] = linesIn(path)
  const name = path.split('/').at(-1)!.replace('.jsonl', '')
  const faults: string[] = []
  if (!first || !('surgery_metadata' in first) || 'uuid' in first) faults.push('line 1 is not the metadata')
  const chain = rest.filter((line) => 'uuid' in line)
  chain.forEach((line, at) => {
    if (line.parentUuid !== (at === 0 ? null : chain[at - 1]!.uuid)) faults.push(`${line.uuid} is not linked`)
    if (line.sessionId !== name) faults.push(`${line.uuid} is of session ${line.sessionId}`)
  })
  if (new Set(chain.map((line) => line.uuid)).size !== chain.length) faults.push('a uuid is there twice')
  const blocks = chain.flatMap(contentOf)
  const calls = new Set(blocks.filter((block) => block.type === 'tool_use').map((block) => block.id))
  const answers = new Set(blocks.filter((block) => block.type === 'tool_result').map((block) => block.tool_use_id))
  for (const call of calls) if (!answers.has(call)) faults.push(`the call ${call} has no answer`)
  for (const answer of answers) if (!calls.has(answer)) faults.push(`the answer ${answer} has no call`)
  for (const block of blocks)
    if (block.type === 'thinking' && typeof block.signature !== 'string') faults.push('thinking without signature')
  return faults
}

/** Every path at which two values differ, with numbers in lists left out: `message.content[].text`. */
export function differingPaths(a: unknown, b: unknown, path = ''): readonly string[] {
  if (Object.is(a, b)) return []
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [path]
  if (Array.isArray(a) !== Array.isArray(b)) return [path]
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [path]
    return a.flatMap((value, at) => differingPaths(value, b[at], `${path}[]`))
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].flatMap((key) =>
    differingPaths((a as Json)[key], (b as Json)[key], path === '' ? key : `${path}.${key}`),
  )
}
