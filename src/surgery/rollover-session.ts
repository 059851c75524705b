import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskFirst } from '../brief/ask-for-entries.ts'
import { Failure } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import type { Session } from '../model/session.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { withoutOperation } from '../record/reading/titled.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { type ArchiveOptions, archive } from './archive.ts'
import { contextSize } from './context-size.ts'
import { handoffOf } from './handoff-of.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import { planOf } from './plan-of.ts'
import { rolloverPrompt } from './rollover-prompt.ts'
import { ancestorsOf } from './sources.ts'
import type { Subject } from './subject.ts'

export interface RolloverOptions extends Omit<OperateOptions, 'beforeWriting' | 'handoff'>, Pick<AskFirst, 'asks'> {
  /** A file with the handoff that the agent wrote; else it is made from what the record shows. */
  readonly summaryFile?: string | undefined
  /** Lineage only: no handoff at all. */
  readonly isQuick?: boolean
  /** What the work is about, such as `issue #12`. */
  readonly issue?: string | undefined
  readonly archiving?: ArchiveOptions
}

export interface RolledOver extends Operated {
  readonly prompt: string
  readonly session_number: number
}

/** Hands over to a fresh session that begins with a summary, and with the way back to everything. */
export async function rolloverSession(
  workspace: Workspace,
  reference: SessionRef,
  { summaryFile, isQuick = false, issue, archiving, asks, ...options }: RolloverOptions = {},
): Promise<RolledOver> {
  if (isQuick && summaryFile !== undefined)
    throw new Failure('usage', 'A quick rollover writes no handoff, so it cannot take one from a file.', {
      hint: 'Leave out --quick or --summary-file.',
    })
  const session = await caughtUp(workspace, await sessionOf(workspace, reference))
  const settings = (await workspace.settings?.()) ?? {}
  const { summary, warnings, ...made } = await handoffOf(workspace, session, {
    summaryFile,
    isQuick,
    asks,
    dryRun: options.dryRun,
  })
  const retrieval = await retrievalHint(workspace, session, settings)
  const number = (session.worker?.number ?? 1 + (await ancestorsOf(workspace, session)).length) + 1
  const title = withoutOperation(session.facts)
  const named = title === null || title === undefined ? title : await maskedText(title) // a prompt is read on
  let prompt = ''
  const operated = await operate(
    workspace,
    [session],
    ([subject]) => {
      const { percent } = fillOfSession(workspace, session, Math.round(contextSize(subject!).context), settings)
      prompt = rolloverPrompt({
        number,
        issue: issue ?? named ?? session.facts.cwd ?? session.id,
        percent: session.facts.tokens === 0 ? null : percent,
        summary,
        parent: session.source,
        session: session.id,
        worker: session.worker?.id ?? workspace.worker ?? null,
        retrieval,
      })
      return {
        plans: [rollover(subject!, prompt, { ...made, ...(issue !== undefined && { issue }) })],
        judge: () => warnings,
        metadata: (_script, _preview, at) => ({
          continue_metadata: {
            parent_session_file: session.source,
            continued_at: at,
            worker_id: session.worker?.id ?? workspace.worker ?? null,
            reason: 'rollover',
          },
        }),
      }
    },
    { ...options, handoff: summary, beforeWriting: () => archive(workspace, archiving) },
  )
  return { ...operated, prompt, session_number: number }
}

/** Nothing of the conversation stays: only the prompt that the next session goes on from, which names the way back. */
function rollover(subject: Subject, prompt: string, params: Readonly<Record<string, unknown>>): Plan {
  const pieces = [{ kind: 'text', text: prompt, origin: 'summary', ack: true }] as const
  return { ...planOf('rollover', [subject], pieces, params), isAlone: true }
}

const SERVER = 'episodic-memory'

/** How the next session is told to look things up: as the user set it, else with a server that is there, else with Stet. */
export async function retrievalHint(workspace: Workspace, { id, facts }: Session, settings: Settings): Promise<string> {
  const set = settingIn(settings, 'context.retrieval_hint')
  if (set !== null) return set
  return (await isConfigured(workspace, facts.cwd ?? workspace.cwd))
    ? `mcp__${SERVER}__search with query: "what you need to find"`
    : `stet search "what you need to find" --session ${id}`
}

/** Whether the client of this folder has that server, by its own settings or a plugin. */
async function isConfigured({ configDirs }: Workspace, cwd: string): Promise<boolean> {
  const claude = configDirs['claude-code']
  const folders = Object.values(configDirs).flatMap((folder) => folder ?? [])
  const files = [
    join(cwd, '.mcp.json'),
    ...(claude === undefined ? [] : [`${claude}.json`, join(claude, '.claude.json')]),
    ...folders.flatMap((folder) => [join(folder, 'settings.json'), join(folder, 'config.toml')]),
  ]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.some((text) => namesServer(text, cwd))
}

function namesServer(text: string, cwd: string): boolean {
  if (!text.includes(SERVER)) return false
  try {
    const value = JSON.parse(text)
    const plugins = Object.entries(value.enabledPlugins ?? {}).filter(
      ([name, isOn]) => isOn && name.startsWith(`${SERVER}@`),
    )
    return (
      SERVER in (value.mcpServers ?? {}) || SERVER in (value.projects?.[cwd]?.mcpServers ?? {}) || plugins.length > 0
    )
  } catch {
    return new RegExp(`^\\[mcp_servers\\."?${SERVER}"?\\]`, 'm').test(text)
  }
}
