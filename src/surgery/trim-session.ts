import { clientOf } from '../clients/client-of.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { settingIn } from '../model/settings.ts'
import { advise, insteadOfTrim, WORTHWHILE_PERCENT } from '../pressure/advise.ts'
import { situationAt } from '../pressure/situation-at.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { type ArchiveOptions, archive } from './archive.ts'
import type { FidelityRule } from './fidelity-rule.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import type { Preview } from './preview.ts'
import { printsOf } from './prints-of.ts'
import type { Script } from './script.ts'
import type { Subject } from './subject.ts'
import { type Prints, type TrimOptions, trim, trimDefaults } from './trim.ts'
import { withFidelity } from './with-fidelity.ts'

export type { TrimOptions } from './trim.ts'

/** A trim that saves less is not worth a new session. */
const WORTHWHILE = 300

interface TrimSessionOptions extends Omit<OperateOptions, 'beforeWriting'> {
  readonly rules?: readonly FidelityRule[]
  readonly archiving?: ArchiveOptions
}

/** Cuts long tool results to their beginning, in a new session; the user's archive is brought up to date before. */
export async function trimSession(
  workspace: Workspace,
  reference: SessionRef,
  given: Partial<TrimOptions>,
  { rules = [], archiving, ...rest }: TrimSessionOptions = {},
): Promise<Operated> {
  const session = await sessionOf(workspace, reference)
  const defaults = trimDefaults(clientOf(session).tools.trimmed)
  const options = { ...defaults, ...(await trimSettings(workspace, session)), ...given }
  return operate(
    workspace,
    [session],
    async ([subject]) => ({
      plans: withFidelity([subject!], [trim(subject!, options, await prints(subject!))], rules),
      judge: (preview) => judge(workspace, session, preview),
      metadata: (script, preview, at) => ({ trim_metadata: trimMetadata(session, options, script, preview, at) }),
    }),
    { ...rest, beforeWriting: () => archive(workspace, archiving) },
  )

  async function prints(subject: Subject): Promise<Prints> {
    return options.duplicates ? printsOf(workspace, session, subject) : new Map()
  }
}

/** What is set for trims; the client's own list of tools unless another is. */
export async function trimSettings(
  { settings }: Workspace,
  session: Session,
): Promise<{ readonly threshold: number; readonly tools: readonly string[] }> {
  const set = (await settings?.()) ?? {}
  const tools = set['context.trim_target_tools'] ?? clientOf(session).tools.trimmed
  return { threshold: settingIn(set, 'context.trim_threshold_chars'), tools }
}

async function judge(
  workspace: Workspace,
  session: Session,
  { saved, tokensBefore, tokensAfter }: Preview,
): Promise<readonly string[]> {
  const frees = ((tokensBefore - tokensAfter) / tokensBefore) * 100
  const isNothing = saved < WORTHWHILE
  if (!isNothing && frees >= WORTHWHILE_PERCENT) return []
  const situation = await situationAt(workspace, session, { tokens: tokensBefore, trimFrees: isNothing ? 0 : frees })
  if (isNothing) {
    const { command, why } = advise(situation)
    throw new Failure('nothing-to-do', `There is nothing to trim: it would save ${Math.max(0, saved)} tokens.`, {
      facts: { session: session.id, tokens_saved: saved },
      hint: `Lower --threshold, name more --tools, or run \`${command}\`: ${why}.`,
    })
  }
  const others = insteadOfTrim(situation).map(({ command, why }) => `\`${command}\` (${why})`)
  return [`This saves less than ${WORTHWHILE_PERCENT} % of the context. Instead: ${others.join(', or ')}.`]
}

/** As other tools that trim write it, and read it. */
export function trimMetadata(
  session: Session,
  { threshold, tools, assistant }: Readonly<Partial<Record<keyof TrimOptions, unknown>>>,
  script: Script,
  preview: Preview,
  at: string,
) {
  const tokens_saved = preview.saved
  const speeches = speechesCut(script)
  return {
    parent_file: session.source,
    trimmed_at: at,
    threshold,
    trimmed_count: script.cutBlocks,
    tokens_saved,
    trim_params: { threshold, tools, trim_assistant_messages: assistant },
    stats: { num_tools_trimmed: script.cutBlocks - speeches, num_assistant_trimmed: speeches, tokens_saved },
  }
}

/** How many of the agent's own messages are not whole any more. */
function speechesCut({ steps }: Script): number {
  let cut = 0
  for (const step of steps) {
    if (step.kind === 'say') continue
    for (const [line, { blocks }] of step.edits)
      for (const at of blocks.keys()) if (line.blocks[at]?.kind === 'assistant-text') cut++
  }
  return cut
}
