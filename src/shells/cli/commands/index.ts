import type { Command } from '../command.ts'
import { backupCommand } from './backup.ts'
import { check } from './check.ts'
import { completion } from './completion.ts'
import { getConfig } from './config/get.ts'
import { listConfig } from './config/list.ts'
import { setConfig } from './config/set.ts'
import { showConfig } from './config/show.ts'
import { unsetConfig } from './config/unset.ts'
import { checkpoint } from './ctx/checkpoint.ts'
import { compact } from './ctx/compact.ts'
import { current } from './ctx/current.ts'
import { deleteName } from './ctx/delete.ts'
import { fork } from './ctx/fork.ts'
import { getName } from './ctx/get.ts'
import { history } from './ctx/history.ts'
import { listNames } from './ctx/list.ts'
import { materialize } from './ctx/materialize.ts'
import { pin } from './ctx/pin.ts'
import { resolve } from './ctx/resolve.ts'
import { setName } from './ctx/set.ts'
import { showCommit } from './ctx/show.ts'
import { snapshot } from './ctx/snapshot.ts'
import { startCommand } from './ctx/start.ts'
import { summarizeCommand } from './ctx/summarize.ts'
import { update } from './ctx/update.ts'
import { compressCommand } from './digest/compress.ts'
import { condenseCommand } from './digest/condense.ts'
import { probeCommand } from './digest/probe.ts'
import { retrieveCommand } from './digest/retrieve.ts'
import { summaryCommand } from './digest/summary.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { forgetCommand } from './forget.ts'
import { gc } from './gc.ts'
import { inject } from './inject.ts'
import { inscribe } from './inscribe.ts'
import { adviseCommand } from './live/advise.ts'
import { complete } from './live/complete.ts'
import { hook } from './live/hook.ts'
import { offload } from './live/offload.ts'
import { pressure } from './live/pressure.ts'
import { prompt } from './live/prompt.ts'
import { setup, unsetup } from './live/setup.ts'
import { statusline } from './live/statusline.ts'
import { mcp } from './mcp.ts'
import { overview } from './overview.ts'
import { recoverCommand } from './recover.ts'
import { restoreCommand } from './restore.ts'
import { rounds } from './rounds.ts'
import { search } from './search.ts'
import { serveCommand } from './serve.ts'
import { sessions } from './sessions.ts'
import { show } from './show.ts'
import { compressBefore } from './surgery/compress-before.ts'
import { compressEngagement } from './surgery/compress-engagement.ts'
import { diffCommand } from './surgery/diff.ts'
import { dropCommand } from './surgery/drop.ts'
import { exportClaude } from './surgery/export-claude.ts'
import { extractEngagement } from './surgery/extract-engagement.ts'
import { findDerived } from './surgery/find-derived.ts'
import { findOriginal } from './surgery/find-original.ts'
import { lineageCommand } from './surgery/lineage.ts'
import { mergeCommand } from './surgery/merge.ts'
import { operationsCommand } from './surgery/operations.ts'
import { reviveCommand } from './surgery/revive.ts'
import { rolloverCommand } from './surgery/rollover.ts'
import { shrinkCommand } from './surgery/shrink.ts'
import { splitCommand } from './surgery/split.ts'
import { trimCommand } from './surgery/trim.ts'
import { undoCommand } from './surgery/undo.ts'
import { tag } from './tag.ts'
import { ticketClose, ticketNote, ticketReopen, ticketReview, ticketUpdate } from './ticket/change.ts'
import { ticketCreate } from './ticket/create.ts'
import { ticketDiscuss, ticketVerify } from './ticket/discuss.ts'
import { ticketList, ticketShow } from './ticket/look.ts'
import { tokenCommand } from './token.ts'
import { untag } from './untag.ts'
import { verify } from './verify.ts'
import { view } from './view.ts'
import { whyCommand } from './why.ts'
import { engageAdvance, engageClose, engageStart, engageStatus, engageTag } from './workstreams/engage.ts'
import { engagements } from './workstreams/engagements.ts'
import { matrix } from './workstreams/matrix.ts'
import { tagApply } from './workstreams/tag-apply.ts'
import { tagSuggest } from './workstreams/tag-suggest.ts'

/** Every command, in the order help shows them. */
export const COMMANDS: readonly Command[] = [
  inscribe,
  check,
  exportCommand,
  overview,
  sessions,
  rounds,
  show,
  inject,
  search,
  whyCommand,
  mcp,
  view,
  serveCommand,
  trimCommand,
  compressBefore,
  compressEngagement,
  extractEngagement,
  mergeCommand,
  splitCommand,
  dropCommand,
  exportClaude,
  shrinkCommand,
  rolloverCommand,
  reviveCommand,
  undoCommand,
  operationsCommand,
  compressCommand,
  retrieveCommand,
  probeCommand,
  summaryCommand,
  condenseCommand,
  diffCommand,
  lineageCommand,
  findOriginal,
  findDerived,
  tag,
  untag,
  tagSuggest,
  tagApply,
  engagements,
  engageStart,
  engageStatus,
  engageAdvance,
  engageClose,
  engageTag,
  matrix,
  ticketCreate,
  ticketList,
  ticketShow,
  ticketUpdate,
  ticketNote,
  ticketReview,
  ticketClose,
  ticketReopen,
  ticketDiscuss,
  ticketVerify,
  setup,
  unsetup,
  pressure,
  adviseCommand,
  statusline,
  offload,
  prompt,
  complete,
  hook,
  checkpoint,
  materialize,
  history,
  showCommit,
  resolve,
  current,
  update,
  summarizeCommand,
  compact,
  snapshot,
  pin,
  fork,
  startCommand,
  setName,
  getName,
  listNames,
  deleteName,
  doctor,
  verify,
  recoverCommand,
  backupCommand,
  tokenCommand,
  forgetCommand,
  restoreCommand,
  gc,
  listConfig,
  showConfig,
  getConfig,
  setConfig,
  unsetConfig,
  completion,
]
