/** What the server answers: the types of the actions themselves, so that page and library cannot drift apart. */

export type { Compressed } from '../../../src/actions/brief/compress.ts'
export type { CommitDifference } from '../../../src/actions/ctx/diff-commits.ts'
export type { HistoryEntry as Commit } from '../../../src/actions/ctx/history.ts'
export type { Matrix } from '../../../src/actions/engagements/matrix.ts'
export type { EngagementSuggestions } from '../../../src/actions/engagements/suggest-engagements.ts'
export type { MissingFile, RestoreResult } from '../../../src/actions/maintain/restore.ts'
export type { Verified } from '../../../src/actions/maintain/verify.ts'
export type { ContextWindow, WindowPart } from '../../../src/actions/read/context-window.ts'
export type { Overview } from '../../../src/actions/read/overview.ts'
export type { ReadBlock as Block, ReadRounds } from '../../../src/actions/read/read-rounds.ts'
export type { RoundSummary as Round } from '../../../src/actions/read/rounds.ts'
export type { SessionSummary as Session } from '../../../src/actions/read/sessions.ts'
export type { Found, FoundRound as Hit } from '../../../src/actions/search/search.ts'
export type { Difference } from '../../../src/actions/surgery/diff.ts'
export type { OperationSummary as OperationRow } from '../../../src/actions/surgery/list-operations.ts'
export type { OperatedSession } from '../../../src/actions/surgery/operated.ts'
export type { ComparedWay } from '../../../src/actions/surgery/shrink-session.ts'
export type { Entry } from '../../../src/brief/entries/entry.ts'
export type { Section } from '../../../src/brief/render/outline.ts'
export type { BlockKind as Kind } from '../../../src/model/block.ts'
export type { TokenKind } from '../../../src/model/tokens.ts'
export type { ToolAct as Act, ToolOutcome as Outcome } from '../../../src/model/tool-act.ts'

import type { Operated as Done } from '../../../src/actions/surgery/operated.ts'
import type { Price } from '../../../src/actions/surgery/price-of.ts'
import type { RolledOver } from '../../../src/actions/surgery/rollover-session.ts'
import type { Shrunk } from '../../../src/actions/surgery/shrink-session.ts'

/** What an operation did or would do; some tell more. */
export type Operated = Done & { readonly price: Price | null } & Partial<Pick<RolledOver, 'prompt'>> &
  Partial<Omit<Shrunk, 'operated'>>
