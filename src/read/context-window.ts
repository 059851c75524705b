import { windowOf } from '../clients/window-of.ts'
import { BLOCK_KINDS } from '../model/block.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from '../surgery/context-size.ts'
import { openSubject } from '../surgery/open-subject.ts'
import { numberOf, type SubjectPart } from '../surgery/subject.ts'

/** What a client would send of a session now, in order, as far as it takes to draw it. */
export interface ContextWindow {
  readonly session: string
  readonly window: number
  readonly tokens: number
  /** What is not in the session's lines: the client's own prompt and its tools. */
  readonly fixed: number
  readonly kinds: typeof BLOCK_KINDS
  readonly names: readonly string[]
  readonly parts: readonly WindowPart[]
  /** Rounds of which nothing is sent: rewound, or before a compaction. */
  readonly not_sent: readonly { readonly round: number; readonly tokens: number }[]
}

/** A stretch of what is sent. Each block is its kind's place in `kinds`, its tokens, its tool's place in `names` or -1. */
export interface WindowPart {
  readonly kind: SubjectPart['kind']
  /** 0 for what belongs to no round. */
  readonly round: number
  readonly tokens: number
  /** The rounds that an index has rows of. */
  readonly rounds?: readonly number[]
  /** How the words begin that Stet put there. */
  readonly text?: string
  readonly blocks: readonly (readonly [kind: number, tokens: number, name: number])[]
}

const KIND_PLACES = new Map(BLOCK_KINDS.map((kind, at) => [kind, at]))
const BEGINNING = 400

/** What fills a session's window, block by block. The parts and what is fixed add up to the tokens. */
export async function contextWindow(workspace: Workspace, reference: SessionRef): Promise<ContextWindow> {
  const session = await sessionOf(workspace, reference)
  const subject = await openSubject(workspace, session)
  const names = new Map<string, number>()
  const estimated = subject.parts.map((part) => ({ part, blocks: blocksOf(part) }))
  const { context, scale } = contextSize(subject)
  const tokens = Math.round(context)
  const parts = estimated.map(({ part, blocks }) => {
    const scaled = blocks.map(([kind, size, name]) => [kind, Math.round(size * scale * 10) / 10, name] as const)
    return {
      kind: part.kind,
      round: roundOf(part),
      tokens: Math.round(tokensIn(scaled)),
      ...ownOf(part),
      blocks: scaled,
    }
  })
  const sent = new Set(parts.map(({ round }) => round))
  const rows = await workspace.store.listRounds(session.id)
  return {
    session: session.id,
    window: windowOf(session),
    tokens,
    fixed: Math.max(0, tokens - parts.reduce((sum, part) => sum + part.tokens, 0)),
    kinds: BLOCK_KINDS,
    names: [...names.keys()],
    parts,
    not_sent: rows
      .filter(({ round }) => round > 0 && !sent.has(round))
      .map(({ round, tokenCount }) => ({ round, tokens: tokenCount })),
  }

  function blocksOf(part: SubjectPart): (readonly [number, number, number])[] {
    return part.lines.flatMap(({ blocks }) =>
      blocks
        .filter(({ size }) => size > 0)
        .map(({ kind, size, name }) => [KIND_PLACES.get(kind)!, size / part.charsAToken, placeOf(name)] as const),
    )
  }

  function placeOf(name: string | undefined): number {
    if (name === undefined) return -1
    const place = names.get(name) ?? names.size
    names.set(name, place)
    return place
  }
}

function tokensIn(blocks: readonly (readonly [number, number, number])[]): number {
  return blocks.reduce((sum, [, size]) => sum + size, 0)
}

function roundOf(part: SubjectPart): number {
  return part.kind === 'round' || part.kind === 'rest' ? numberOf(part) : 0
}

function ownOf(part: SubjectPart): Pick<WindowPart, 'rounds' | 'text'> {
  if (part.kind === 'index') return { rounds: part.rounds.map(({ number }) => number) }
  return part.kind === 'text' ? { text: part.text.slice(0, BEGINNING) } : {}
}
