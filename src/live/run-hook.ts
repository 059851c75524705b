import { existsSync } from 'node:fs'
import { liveClientOf } from '../clients/live-clients.ts'
import { shortId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { settingIn } from '../model/settings.ts'
import type { Fact } from '../pressure/fact.ts'
import { keepInstructions } from '../pressure/fact-text.ts'
import type { Bridge } from '../pressure/fill.ts'
import { leftOut } from '../pressure/left-out.ts'
import { compactedText, replacedText } from '../pressure/replaced-text.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { newestSession, resolveSession } from '../record/naming/resolve-session.ts'
import { wentOnElsewhere } from '../record/naming/went-on-elsewhere.ts'
import { machineNames, machineOfFile } from '../record/remote/machine-names.ts'
import { keepEnd } from '../record/running/keep-end.ts'
import { liveFile, readLive, writeLive } from '../record/running/live-files.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { activeEngagements, closedEngagements } from '../work/find-engagement-files.ts'
import { actByItself } from './act-by-itself.ts'
import { afterCompaction, summaryIn } from './after-compaction.ts'
import { factsOf } from './facts-of.ts'
import { heardIn, replacedBy, spokenBy } from './hook-output.ts'
import type { HookState } from './hook-state.ts'
import { offload } from './offload.ts'
import type { HookInput } from './quick-hook.ts'
import { stopCompaction } from './stop-compaction.ts'
import { TOLD, untold } from './untold.ts'

export interface HookContext {
  readonly client: string | undefined
  readonly liveDir: string
  /** Where this Stet can be started, whatever is on the agent's PATH. */
  readonly program: string
}

/** What a hook that needs the record does; returns what the client is to be told. */
export async function runHook(
  workspace: Workspace,
  event: string,
  input: HookInput,
  { client: named, liveDir, program }: HookContext,
): Promise<string> {
  const { session_id: id, transcript_path: transcript } = input
  if (typeof id !== 'string' || id === '') return ''
  const settings = (await workspace.settings?.()) ?? {}
  const compaction = settingIn(settings, 'context.compaction')
  const path = typeof transcript === 'string' && transcript !== '' ? transcript : undefined
  const client = liveClientOf(named, path)
  const file = liveFile(liveDir, id, 'state')
  const known = readLive<HookState>(file) ?? {}
  const state = afterCompaction(known, client, path)
  const isHeard = !client.unheard?.includes(event)
  const remember = (more: HookState) => {
    const now = { client: client.name, transcript: path, seen: workspace.clock().getTime(), ended: undefined }
    writeLive(file, JSON.stringify({ ...state, ...now, ...more }))
  }
  switch (event) {
    case 'SessionStart': {
      const last = await newestSession(workspace).catch(() => undefined)
      const session = client.startsApart ? await resolveSession(workspace, id).catch(() => undefined) : await capture()
      if (session?.end && ['crashed', 'completed'].includes(session.end.reason))
        await workspace.store.endSession(session.id, null)
      const begun = await maskedText(await startText(workspace, session, input, { program, last }))
      const said = heardIn(client, named, [...untold(state, id), begun])
        .filter((text) => text !== '')
        .join('\n')
      const atPrompt = isHeard || said === '' ? undefined : said
      const cut = input.source === 'compact' ? state.cut : undefined
      remember({ ...TOLD, cut, turns: 0, begun: atPrompt, ...(await titleOf(session)) })
      lookSoon()
      return isHeard ? said : ''
    }
    case 'Stop': {
      const turns = (state.turns ?? 0) + 1
      const every = settingIn(settings, 'checkpoint.every_turns')
      const shown = state.cut ? spokenBy(event, [], replacedText(state.cut)) : ''
      if (every === 0 || turns < every) {
        remember({ turns, isCutNews: undefined })
        return shown
      }
      const session = await capture()
      const captured = { turns: 0, isCutNews: undefined, ...capturedOf(session), ...(await titleOf(session)) }
      remember(captured)
      if (session && !state.cut) remember({ ...captured, ...(await actByItself(workspace, session, settings, state)) })
      return shown
    }
    case 'PostToolUse': {
      const chars = settingIn(settings, 'context.offload_chars')
      const session = await capture()
      const replaced =
        session && chars > 0 ? await offload(workspace, session, client, input, { chars, program }) : undefined
      return replaced === undefined ? '' : replacedBy(event, replaced, undefined)
    }
    case 'PreCompact': {
      const bridge = readLive<Bridge>(liveFile(liveDir, id, 'bridge'))
      const asked = { client, input, settings, state, bridge, capture }
      const stopped =
        compaction === 'replace' && path !== undefined
          ? await stopCompaction(workspace, { ...asked, path }).catch(() => undefined)
          : undefined
      if (stopped) {
        remember(stopped.remembered)
        lookSoon()
        return stopped.output
      }
      const session = await capture()
      const facts = session && compaction !== 'off' ? await maskedValue(await factsOf(workspace, session)) : []
      remember({ guarded: facts, ...capturedOf(session) })
      lookSoon()
      return facts.length === 0 || !isHeard ? '' : keepInstructions(facts)
    }
    case 'PostCompact': {
      const session = await capture()
      const given = typeof input.compact_summary === 'string' ? input.compact_summary : undefined
      const summary = given ?? summaryIn(known, client, path)
      const told = summary === undefined ? undefined : await maskedText(summary) // as the facts are that are looked for in it
      const missing: readonly Fact[] = told === undefined ? [] : leftOut(known.guarded ?? [], told)
      const isReplaceable = compaction === 'replace' && client.compactionStop !== undefined && input.trigger === 'auto'
      const did = isReplaceable ? compactedText(id) : state.did
      const forgotten = { guarded: undefined, cut: undefined, isCutNews: undefined, reminded: undefined }
      remember({ ...forgotten, leftOut: missing, did, ...capturedOf(session) })
      lookSoon()
      return ''
    }
    case 'SessionEnd':
      await capture()
      if (path === undefined || state.ended !== undefined) keepEnd(liveDir, id, state, workspace.clock().getTime())
      return '' // without an end, another window is still at it
    default:
      return ''
  }

  async function capture(): Promise<Session | undefined> {
    if (path === undefined || !existsSync(path)) return undefined
    const { sessions } = await inscribe(workspace, [path])
    return sessions[0] && (await workspace.store.findSession(sessions[0].session))
  }

  /** Has the next tool call look again, whatever the transcript's size. */
  function lookSoon(): void {
    writeLive(liveFile(liveDir, id as string, 'next'), '0 0 0\n')
  }
}

function capturedOf(session: Session | undefined): HookState {
  return session ? { captured: session.bytes + session.tail.length } : {}
}

async function titleOf(session: Session | undefined): Promise<HookState> {
  return session?.facts.title ? { title: await maskedText(session.facts.title) } : {}
}

interface StartContext {
  /** Where this Stet can be started, whatever is on the agent's PATH. */
  readonly program: string
  /** Where the work in this folder was last, before this session began. */
  readonly last: Session | undefined
}

/** That the session went on differently on another machine, too. */
async function otherLines({ store, storeDir }: Workspace, session: Session): Promise<readonly string[]> {
  const lines = await store.generations(session.client, session.clientId)
  if (lines.length === 1) return []
  const apart = wentOnElsewhere(await store.listLineage())
  const [first, ...others] = lines.filter(({ id, generation }) => generation === 0 || apart.has(id))
  if (!first || others.length === 0) return []
  const names = machineNames(storeDir)
  return [first, ...others]
    .filter(({ id }) => id !== session.id)
    .map((line) => {
      const machine = machineOfFile(line, names)
      const where = machine ? ` on ${machine.name}` : ''
      return `This session, ${shortId(session.id)}, also went on differently${where}: ${shortId(line.id)}, ${line.facts.rounds} rounds.`
    })
}

/** One line for the start of a session: what it came from, what it works on, and what can be done. */
async function startText(
  workspace: Workspace,
  session: Session | undefined,
  { source }: HookInput,
  { program, last }: StartContext,
): Promise<string> {
  const { store, cwd } = workspace
  const said: string[] = []
  const parents = session?.facts.surgery?.parents ?? []
  if (parents.length > 0)
    said.push(`This session was made by ${session!.facts.surgery!.kind} of ${parents.map(shortId).join(', ')}.`)
  const engagements = session ? await store.listEngagements(session.id) : []
  const here = activeEngagements(cwd).map(({ id }) => id)
  const closed = new Set(closedEngagements(cwd).filter((id) => !here.includes(id)))
  const active = [...new Set([...engagements.filter((id) => !closed.has(id)), ...here])]
  if (active.length > 0) said.push(`Active engagement: ${active.slice(0, 3).join(', ')}.`)
  if (session?.head && source !== 'startup') said.push(`Last commit: ${session.head}.`)
  else if (last?.head && last.id !== session?.id)
    said.push(`Last commit in this folder: ${last.head}, of session ${shortId(last.id)}.`)
  if (session) said.push(...(await otherLines(workspace, session)))
  if (said.length === 0 && source !== 'startup') return ''
  return `Stet keeps the record of this session. ${said.join(' ')} \`stet search WORDS\` finds what was said before, \`stet inject SESSION:ROUND\` reads it. Where \`stet\` is not found, ${program} does the same, and so do the tools search and inject of the server stet.`.replace(
    '  ',
    ' ',
  )
}
