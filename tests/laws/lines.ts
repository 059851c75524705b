/** Lines of Claude Code for hand-written cases: `fileOf(human('u1', null, 'hi'), says('a1', 'u1', 'hello'))`. */
export type Line = Readonly<Record<string, unknown>>

export const SESSION = '00000000-0000-4000-8000-000000000001'
export const AT = '2026-01-01T00:00:00.000Z'

type Parent = string | null

export const human = (uuid: string, parent: Parent, content: unknown, more: Line = {}): Line =>
  chain('user', uuid, parent, { message: { role: 'user', content }, ...more })

/** One line of a reply; the lines of one reply share `id`. */
export const reply = (uuid: string, parent: Parent, content: readonly unknown[], id = `msg-${uuid}`, more: Line = {}) =>
  chain('assistant', uuid, parent, {
    message: { id, type: 'message', role: 'assistant', model: 'claude-opus-4-8', content, usage: USAGE },
    ...more,
  })

export const says = (uuid: string, parent: Parent, text: string, id?: string): Line =>
  reply(uuid, parent, [{ type: 'text', text }], id)

export const thinks = (uuid: string, parent: Parent, thinking: string, id?: string): Line =>
  reply(uuid, parent, [{ type: 'thinking', thinking, signature: 'c2lnbmVk' }], id)

export const calls = (uuid: string, parent: Parent, call: string, id?: string, name = 'Bash'): Line =>
  reply(uuid, parent, [{ type: 'tool_use', id: call, name, input: { command: 'ls' } }], id)

export const answers = (uuid: string, parent: Parent, call: string, content: unknown = 'done', more: Line = {}): Line =>
  human(uuid, parent, [{ type: 'tool_result', tool_use_id: call, content }], {
    toolUseResult: { stdout: 'done', stderr: '' },
    ...more,
  })

export const interrupt = (uuid: string, parent: Parent): Line =>
  human(uuid, parent, [{ type: 'text', text: '[Request interrupted by user]' }])

export const meta = (uuid: string, parent: Parent, text: string): Line => human(uuid, parent, text, { isMeta: true })

export const command = (uuid: string, parent: Parent, name: string): Line =>
  human(uuid, parent, `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>`)

export const attachment = (uuid: string, parent: Parent, type: string, more: Line = {}): Line =>
  chain('attachment', uuid, parent, { attachment: { type, content: 'reminder' }, ...more })

export const system = (uuid: string, parent: Parent, subtype: string, content: string): Line =>
  chain('system', uuid, parent, { subtype, content, level: 'info' })

export const progress = (uuid: string, parent: Parent): Line =>
  chain('progress', uuid, parent, { data: { type: 'bash_progress', output: 'half' }, toolUseID: 'toolu_1' })

export const foreign = (uuid: string, parent: Parent): Line =>
  chain('from-another-tool', uuid, parent, { note: 'ours' })

export const apiError = (uuid: string, parent: Parent): Line =>
  chain('assistant', uuid, parent, {
    message: {
      id: `err-${uuid}`,
      role: 'assistant',
      model: '<synthetic>',
      content: [{ type: 'text', text: 'API Error' }],
    },
    isApiErrorMessage: true,
  })

export interface Kept {
  readonly headUuid: string
  readonly anchorUuid: string
  readonly tailUuid: string
}

export const boundary = (uuid: string, leaf: Parent, preservedSegment?: Kept): Line =>
  chain('system', uuid, null, {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    logicalParentUuid: leaf,
    compactMetadata: { trigger: 'manual', preTokens: 9, ...(preservedSegment && { preservedSegment }) },
  })

export const summary = (uuid: string, parent: Parent): Line =>
  human(uuid, parent, 'This session is being continued from a previous conversation. Summary: all of it.', {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  })

export const lastPrompt = (leafUuid: unknown): Line => side('last-prompt', { lastPrompt: 'hi', leafUuid })
export const title = (customTitle: unknown): Line => side('custom-title', { customTitle })

export const side = (type: string, more: Line = {}): Line => ({ type, ...more, sessionId: SESSION })

/** The file of these records, one a line. */
export function fileOf(...lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const USAGE = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 5 }

function chain(type: string, uuid: string, parentUuid: Parent, more: Line): Line {
  return {
    parentUuid,
    isSidechain: false,
    type,
    uuid,
    timestamp: AT,
    userType: 'external',
    cwd: '/home/dev/project',
    sessionId: SESSION,
    version: '2.1.325',
    ...more,
  }
}
