import type { BlockDraft } from '../../model/block.ts'
import { callDescription, callTarget } from '../../model/call-target.ts'
import { blockSize } from '../../model/tokens.ts'
import { appendLines } from './append-lines.ts'
import { contentText } from './content-text.ts'
import type { Encoder, Message, WritableFormat } from './format.ts'

const LONGEST_LINE = 200

/**
 * What a session came to as a text, for an agent or a person who goes on from it without its client: what was said, whole;
 * of calls the tool, what it was for and how the result begins; summaries.
 */
export const NARRATIVE: WritableFormat = {
  id: 'narrative-v1',
  description: 'A text in Markdown that tells what was said and done, in order.',
  mediaType: 'text/markdown',
  isLines: true,
  holds: new Set(['user-text', 'assistant-text', 'tool_use', 'tool_result', 'image']),
  decode: (bytes) => [{ kind: 'own', blocks: [noteOf(bytes.toString('utf8'))] }],
  encoder: createNarrator,
  concat: appendLines,
  count: (delta) => ({
    messages: Math.min(1, delta.length),
    chars: blockSize('note', delta.toString('utf8')),
    lastTime: null,
  }),
  textOf: (bytes) => bytes.toString('utf8'),
}

const SPEAKERS = { user: 'Person', assistant: 'Agent', system: 'Client' }

/** Says who speaks where that changes; what tools do is the agent's. */
function createNarrator(): Encoder {
  const tools = new Map<string | undefined, string>()
  let speaker = ''
  return {
    write: (messages) =>
      Buffer.from(messages.flatMap(({ kind, blocks }) => blocks.map((one) => told(one, kind))).join('')),
    keep: (bytes) => bytes,
  }

  function told(block: BlockDraft, kind: Message['kind']): string {
    const isTool = block.type === 'tool_use' || block.type === 'tool_result'
    const text = isTool ? toolText(block) : block.type === 'image' ? '(a picture)' : contentText(block.content).trim()
    if (text === '') return ''
    const who = isTool ? SPEAKERS.assistant : kind === 'said' ? SPEAKERS[block.role] : HEADINGS[kind]
    const heading = `\n## ${who}${block.timestamp === null ? '' : ` · ${block.timestamp}`}\n`
    const isNew = who !== speaker
    speaker = who
    return `${isNew ? heading : ''}${isNew || !isTool ? '\n' : ''}${text}\n`
  }

  function toolText({ type, name = 'tool', tool_use_id, content, is_error }: BlockDraft): string {
    if (type === 'tool_use') {
      tools.set(tool_use_id, name)
      return `- ${[name, aboutCall(content)].filter(Boolean).join(': ')}`
    }
    const result = firstLine(contentText(content)) || 'nothing'
    return `- ${tools.get(tool_use_id) ?? name} ${is_error ? 'failed' : 'gave'}: ${result}`
  }
}

const HEADINGS = { summary: 'Summary of what came before', own: 'Stet' }

function aboutCall(input: unknown): string {
  const target = callTarget(input)
  const description = callDescription(input)
  return [target, description === target ? '' : description].filter(Boolean).map(firstLine).join(' — ')
}

function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0]!
  const isWhole = line.length <= LONGEST_LINE && line.length === text.trim().length
  return isWhole ? line : `${[...line].slice(0, LONGEST_LINE).join('')}… (${text.length} characters)`
}

function noteOf(content: string): BlockDraft {
  return { role: 'system', type: 'note', timestamp: null, content }
}
