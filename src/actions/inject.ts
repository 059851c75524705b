import type { Block, BlockKind } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { resolveSession } from './resolve-session.ts'
import { show } from './show.ts'
import type { Workspace } from './workspace.ts'

/** Parts of a round by the names people and index tables use. */
const PARTS: Readonly<Record<string, readonly BlockKind[]>> = {
  user: ['user-text'],
  assistant: ['assistant-text'],
  text: ['user-text', 'assistant-text'],
  thinking: ['thinking'],
  tools: ['tool_use', 'tool_result'],
  tool_use: ['tool_use'],
  tool_result: ['tool_result'],
  images: ['image'],
  notes: ['note'],
}

interface Injected {
  readonly ref: string
  readonly session: string
  /** The first of the rounds. */
  readonly round: number
  readonly rounds: readonly number[]
  readonly text: string
  readonly blocks: readonly Block[]
}

interface RoundRef {
  readonly session: Session
  readonly range: string
}

/** Reads `47`, `047`, `3-9,12` with the session given beside it, or `SESSION:47`. */
export async function resolveRef(workspace: Workspace, ref: string, session: string | undefined): Promise<RoundRef> {
  const split = /^(.*):([\d,\s-]+|all)$/.exec(ref)
  if (split) return { session: await resolveSession(workspace, split[1]!), range: split[2]! }
  return { session: await resolveSession(workspace, session ?? 'latest'), range: ref }
}

/** One round, or a part of it, back from the record. A read: it never writes. */
export async function inject(
  workspace: Workspace,
  { session, range }: RoundRef,
  kinds?: readonly BlockKind[],
): Promise<Injected> {
  const shown = await show(workspace, session, { range, kinds })
  const rounds = shown.rounds.map((round) => round.round)
  return {
    ref: `${session.id}:${range}`,
    session: session.id,
    round: rounds[0]!,
    rounds,
    text: shown.rounds.map((round) => round.blocks.map(blockText).filter(Boolean).join('\n\n')).join('\n\n'),
    blocks: shown.rounds.flatMap((round) => round.blocks),
  }
}

/** The block kinds of a part's name. */
export function kindsOfPart(part: string): readonly BlockKind[] {
  const kinds = PARTS[part]
  if (kinds) return kinds
  throw new Failure('usage', `A round has no part ${JSON.stringify(part.slice(0, 40))}.`, {
    hint: `Parts are ${Object.keys(PARTS).join(', ')}.`,
  })
}

/** A block as text for reading. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'tool_use':
      return `[${block.name ?? 'tool'}] ${JSON.stringify(block.content)}`
    case 'tool_result':
      return contentText(block.content)
    case 'image':
      return '[image]'
    case 'unknown':
      return `[unknown] ${JSON.stringify(block.content)}`
    default:
      return contentText(block.content)
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === null ? '' : JSON.stringify(content)
  return content
    .map((part: { type?: string; text?: string }) =>
      part?.type === 'text' ? (part.text ?? '') : `[${part?.type ?? 'unknown'}]`,
    )
    .join('\n')
}
