import { estimateTokens } from '../../model/tokens.ts'
import type { BriefRound } from '../round.ts'

/** What a context is made of, and what a compression does with each part of it. */
export interface Component {
  readonly component: 'tool_outputs' | 'messages' | 'documents'
  readonly tokens: number
  /** Outputs stay in the record, messages become entries, documents are read again by whoever needs them. */
  readonly action: 'offload' | 'summarize' | 'load on demand'
}

export function componentsOf(rounds: readonly BriefRound[]): readonly Component[] {
  const chars = { tool_outputs: 0, messages: 0, documents: 0 }
  for (const event of rounds.flatMap((round) => round.events)) {
    if (event.kind === 'said') chars.messages += event.text.length
    else chars[event.act.role === 'read' ? 'documents' : 'tool_outputs'] += event.outcome?.output.length ?? 0
  }
  return [
    { component: 'tool_outputs', tokens: estimateTokens(chars.tool_outputs), action: 'offload' },
    { component: 'messages', tokens: estimateTokens(chars.messages), action: 'summarize' },
    { component: 'documents', tokens: estimateTokens(chars.documents), action: 'load on demand' },
  ]
}
