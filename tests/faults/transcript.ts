import { createHash } from 'node:crypto'

export interface TranscriptOptions {
  readonly sessionId: string
  readonly rounds: number
  /** Roughly how long a round is in the file. */
  readonly roundBytes?: number
  /** Compacts after this round, as the client does it by itself. */
  readonly compactAfter?: number
  /** The round that starts a subagent of this id. */
  readonly spawns?: { readonly round: number; readonly agentId: string }
  /** Every line is a sidechain line of this subagent. */
  readonly agentId?: string
  /** Other words, other uuids. */
  readonly seed?: string
}

/** A session as the client writes it, the same for the same options: a list of lines, each with its newline. */
export function transcript(options: TranscriptOptions): readonly string[] {
  const { sessionId, rounds, roundBytes = 2000, compactAfter, spawns, agentId, seed = sessionId } = options
  const lines: string[] = []
  let parent: string | null = null
  let clock = Date.parse('2026-03-19T10:00:00Z')

  function put(fields: Record<string, unknown>, link: string | null = parent): string {
    const uuid = uuidOf(`${seed}:${lines.length}`)
    clock += 1000
    const line = {
      parentUuid: link,
      isSidechain: agentId !== undefined,
      ...(agentId !== undefined && { agentId }),
      ...fields,
      uuid,
      timestamp: new Date(clock).toISOString(),
      cwd: '/home/user/project',
      sessionId,
      version: '2.1.325',
    }
    lines.push(`${JSON.stringify(line)}\n`)
    parent = uuid
    return uuid
  }

  function reply(id: string, content: object): void {
    const usage = { input_tokens: 10, cache_read_input_tokens: lines.length * 100, output_tokens: 20 }
    put({
      type: 'assistant',
      message: { id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [content], usage },
    })
  }

  lines.push(`${JSON.stringify({ type: 'mode', mode: 'normal', sessionId })}\n`)
  for (let round = 1; round <= rounds; round++) {
    const callId = `toolu_${seed}_${round}`
    const agent = spawns?.round === round ? spawns.agentId : undefined
    put({ type: 'user', message: { role: 'user', content: `Please do step ${round} of ${seed}.` } })
    reply(`msg_${round}`, { type: 'thinking', thinking: `Step ${round} it is.`, signature: 'c2lnbmVk' })
    reply(`msg_${round}`, { type: 'tool_use', name: agent ? 'Agent' : 'Read', input: { step: round }, id: callId })
    const content = [{ tool_use_id: callId, type: 'tool_result', content: words(`${seed}:${round}`, roundBytes) }]
    put({ type: 'user', message: { role: 'user', content }, toolUseResult: agent ? { agentId: agent } : {} })
    reply(`msg_${round}-end`, { type: 'text', text: `Step ${round} is done.` })
    lines.push(`${JSON.stringify({ type: 'last-prompt', lastPrompt: `step ${round}`, leafUuid: parent, sessionId })}\n`)
    if (compactAfter === round) {
      const logicalParentUuid = parent
      put({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', logicalParentUuid }, null)
      const summary = 'This session is being continued from a previous conversation. All is well.'
      put({ type: 'user', isCompactSummary: true, message: { role: 'user', content: summary } })
    }
  }
  return lines
}

/** A uuid made of a name. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Text that compresses about as well as what tools print. */
function words(seed: string, length: number): string {
  let text = ''
  for (let at = 0; text.length < length; at++) {
    const digest = createHash('sha256').update(`${seed}:${at}`).digest('hex')
    text += `${at} src/${digest.slice(0, 8)}/file.ts: the quick brown fox jumps over ${digest.slice(8, 20)} lazy dogs\n`
  }
  return text.slice(0, length)
}
