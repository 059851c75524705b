import { linesOf } from '../../src/clients/lines.ts'

interface Written {
  readonly uuid?: unknown
  readonly parentUuid?: unknown
  readonly sessionId?: unknown
  readonly timestamp?: unknown
  readonly type?: unknown
  readonly message?: { readonly content?: unknown }
}

interface Content {
  readonly type?: unknown
  readonly id?: unknown
  readonly tool_use_id?: unknown
  readonly signature?: unknown
}

/**
 * What would keep Claude Code from resuming a session that was written, found without a line of what writes and reads
 * them: line 1 is the note, then a chain in which every uuid is there once and every line follows the one before; every
 * call has its answer and every answer its call; thinking is signed; all lines are of this session and have a time.
 * `mayBe` says which lines need not be records.
 */
export function fileFaults(
  file: Buffer,
  sessionId: string,
  mayBe: (line: Buffer) => boolean = () => false,
): readonly string[] {
  const faults: string[] = []
  const uuids = new Set<unknown>()
  const calls = new Map<unknown, number>()
  const answers = new Set<unknown>()
  let parent: unknown = null
  let number = 0
  let messages = 0
  for (const bytes of linesOf(file)) {
    number++
    const line = parsed(bytes)
    if (!line) {
      if (!mayBe(bytes)) fault('it is not one JSON object')
      continue
    }
    if (number === 1 && !('surgery_metadata' in line)) fault('it is not the note')
    if (typeof line.uuid !== 'string') continue
    if (line.parentUuid !== parent) fault('it does not follow the line before it')
    if (line.sessionId !== sessionId) fault('it is of another session')
    if (Number.isNaN(Date.parse(String(line.timestamp)))) fault('it has no time')
    if (uuids.has(line.uuid)) fault(`the uuid ${line.uuid} is there twice`)
    uuids.add(line.uuid)
    parent = line.uuid
    if (line.type !== 'user' && line.type !== 'assistant') continue
    messages++
    for (const block of contentOf(line)) check(block)
  }
  for (const [call, at] of calls) if (!answers.has(call)) faults.push(`line ${at}: the call ${call} has no answer`)
  return messages === 0 ? [...faults, 'there is no message in it'] : faults

  function check({ type, id, tool_use_id, signature }: Content): void {
    if (type === 'tool_use' && typeof id !== 'string') fault('a call has no id')
    else if (type === 'tool_use') calls.set(id, number)
    else if (type === 'tool_result' && !calls.has(tool_use_id)) fault('an answer has no call before it')
    else if (type === 'tool_result') answers.add(tool_use_id)
    else if (type === 'thinking' && typeof signature !== 'string') fault('thinking has no signature')
  }

  function fault(what: string): void {
    faults.push(`line ${number}: ${what}`)
  }
}

function contentOf({ message }: Written): readonly Content[] {
  return Array.isArray(message?.content) ? message.content.filter((block) => typeof block === 'object' && block) : []
}

function parsed(line: Buffer): Written | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined // what is no record is told apart by the caller
  }
}
