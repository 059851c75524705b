/** What the server answers: the types of the actions themselves, so that page and library cannot drift apart. */

export type { Entry } from '../../../src/brief/entries/entry.ts'
export type { HistoryEntry as Commit } from '../../../src/brief/history.ts'
export type { Section } from '../../../src/brief/render/outline.ts'
export type { MissingFile, RestoreResult } from '../../../src/care/restore.ts'
export type { Verified } from '../../../src/care/verify.ts'
export type { BlockKind as Kind } from '../../../src/model/block.ts'
export type { TokenKind } from '../../../src/model/tokens.ts'
export type { ToolAct as Act, ToolOutcome as Outcome } from '../../../src/model/tool-act.ts'
export type { ContextGrowth } from '../../../src/read/context-growth.ts'
export type { ContextWindow, WindowPart } from '../../../src/read/context-window.ts'
export type { Overview } from '../../../src/read/overview.ts'
export type { ReadBlock as Block, ReadRounds } from '../../../src/read/read-rounds.ts'
export type { RoundSummary as Round } from '../../../src/read/rounds.ts'
export type { SessionSummary as Session } from '../../../src/read/sessions.ts'
export type { CommitDifference } from '../../../src/record/chain/diff-commits.ts'
export type { Found, FoundRound as Hit } from '../../../src/search/search.ts'
export type { Compressed } from '../../../src/surgery/compress-session.ts'
export type { Difference } from '../../../src/surgery/diff.ts'
export type { OperationSummary as OperationRow } from '../../../src/surgery/list-operations.ts'
export type { OperatedSession } from '../../../src/surgery/operated.ts'
export type { ComparedWay } from '../../../src/surgery/shrink-session.ts'
export type { Matrix } from '../../../src/work/matrix.ts'
export type { EngagementSuggestions } from '../../../src/work/suggest-engagements.ts'

import type { Operated as Done } from '../../../src/surgery/operated.ts'
import type { Price } from '../../../src/surgery/price-of.ts'
import type { RolledOver } from '../../../src/surgery/rollover-session.ts'
import type { Shrunk } from '../../../src/surgery/shrink-session.ts'

/** What an operation did or would do; some tell more. */
export type Operated = Done & { readonly price: Price | null } & Partial<Pick<RolledOver, 'prompt'>> &
  Partial<Omit<Shrunk, 'operated'>>
