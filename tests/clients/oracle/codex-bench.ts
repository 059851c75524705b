import { readFileSync } from 'node:fs'
import { resumeCodex } from '../codex.ts'
import type { ConversationBlock } from '../conversation.ts'
import type { ResponseItem } from '../responses-api.ts'
import { type ClientBench, type ClientPatient, openClientBench } from './client-bench.ts'
import type { SentRound, SentRounds } from './split-rounds.ts'
import type { Stet } from './stet.ts'

export type CodexPatient = ClientPatient
export type CodexBench = ClientBench

/** Operates with the built command, resumes the outcome in the real Codex, and compares. */
export function openCodexBench(stet: Stet): CodexBench {
  return openClientBench(stet, { sentFor, split: splitItems, blocksOf })
}

/** What the client sends of a file, or why it sends nothing; what it tells the model anew is left out. */
export async function sentFor(path: string, also: readonly string[] = []): Promise<readonly ResponseItem[] | string> {
  const ran = await resumeCodex(path, { also })
  if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(-300)}`
  const asked = ran.requests.filter((request) => request.path.endsWith('/responses'))
  if (asked.length !== 1) return `the client asked ${asked.length} times: it did something of its own first`
  if (ran.files.length !== 1 + also.length) return `the client made another session: ${ran.files.join(' ')}`
  const texts = [path, ...also].map((file) => readFileSync(file, 'utf8')).join('\n')
  return ran.items!.slice(0, -1).filter((item) => {
    if (item.type !== 'message' || item.role === 'assistant') return true
    if (typeof item.id === 'string' && texts.includes(JSON.stringify(item.id))) return true
    return item.role === 'user' && textsOf(item).every((text) => texts.includes(JSON.stringify(text)))
  })
}

interface FileLine {
  readonly type: string
  readonly timestamp: string
  readonly payload: ResponseItem & { readonly replacement_history?: readonly ResponseItem[] }
}

/** Splits what was sent into rounds, by the ids of what people say in the file after its last compaction. */
export function splitItems(sent: readonly ResponseItem[], text: string): SentRounds {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileLine)
  const compaction = lines.findLastIndex((line) => line.type === 'compacted')
  const humans = lines.flatMap((line, at) => (isHuman(line) ? [{ line, at }] : []))
  const starts = sent.flatMap((item, at) => {
    const number = humans.findIndex((human) => human.at > compaction && human.line.payload.id === item.id)
    return number === -1 || item.id === undefined ? [] : [{ at, number: number + 1, line: humans[number]!.line }]
  })
  const rounds = starts.map(
    ({ at, number, line }, index): SentRound => ({
      number,
      uuid: String(line.payload.id),
      started: Date.parse(line.timestamp),
      blocks: sent
        .slice(at, starts[index + 1]?.at)
        .filter(isNoContext)
        .flatMap(blocksOf),
    }),
  )
  const before = sent.slice(0, starts[0]?.at)
  const history = compaction === -1 ? before : (lines[compaction]!.payload.replacement_history ?? [])
  const rest = before.filter((item) => !history.some(({ id }) => id === item.id))
  const going = humans.filter(({ at }) => at < compaction).length
  return {
    prelude: before.filter((item) => !rest.includes(item)).flatMap(blocksOf),
    ...(rest.length > 0 && { rest: { number: going, blocks: rest.flatMap(blocksOf) } }),
    rounds,
  }
}

/** What the client tells the model in between belongs to no round. */
function isNoContext(item: ResponseItem): boolean {
  return item.role !== 'developer' && !textsOf(item)[0]?.startsWith('<environment_context>')
}

function isHuman({ type, payload }: FileLine): boolean {
  if (type !== 'response_item' || payload.type !== 'message' || payload.role !== 'user') return false
  return !textsOf(payload)[0]?.startsWith('<environment_context>')
}

function textsOf({ content }: ResponseItem): readonly string[] {
  return Array.isArray(content) ? content.map((piece) => String(piece.text ?? '')) : []
}

/** An item as the blocks that every client's conversation is compared by. */
export function blocksOf(item: ResponseItem): readonly ConversationBlock[] {
  const role = String(item.role ?? 'assistant')
  switch (item.type) {
    case 'message':
      return (item.content as readonly Record<string, unknown>[]).map((piece) =>
        piece.type === 'input_image'
          ? { role, type: 'image', content: piece.image_url }
          : { role, type: 'text', text: String(piece.text) },
      )
    case 'reasoning':
      return [
        {
          role: 'assistant',
          type: 'thinking',
          text: (item.summary as readonly { text: string }[]).map(({ text }) => text).join('\n'),
          signature: String(item.encrypted_content),
        },
      ]
    case 'function_call':
    case 'custom_tool_call':
      return [
        {
          role: 'assistant',
          type: 'tool_use',
          id: String(item.call_id),
          name: String(item.name),
          input: item.arguments ?? item.input,
        },
      ]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ role: 'user', type: 'tool_result', id: String(item.call_id), content: item.output }]
    default:
      return [{ role, type: item.type, content: item }]
  }
}
