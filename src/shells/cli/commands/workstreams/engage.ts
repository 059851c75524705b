import type { EngagementStatus } from '../../../../actions/engagements/engage.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { count } from '../../format.ts'
import type { Screen } from '../../screen.ts'

const ID = { summary: 'which engagement, where several are active', value: 'ID' } as const
const STATUS_JSON = '{engagement,method,phase,started,path,phases:[{phase,from,to}]}'

export const engageStart = defineCommand({
  name: 'engage start',
  group: 'Workstreams',
  summary: 'begin an engagement; new rounds here belong to it',
  about:
    'Writes engagement.md here. While it is there, rounds recorded of sessions of this folder and those below it are put into the engagement.',
  writes: true,
  arguments: { method: { summary: 'how the work goes: review, write, or a word of your own' } },
  options: {
    id: { summary: 'its name; METHOD-FOLDER unless given', value: 'ID' },
    phase: { summary: 'the first phase', value: 'PHASE' },
  },
  examples: [
    { command: 'stet engage start write --id console-work', does: 'begins console-work with the phase gather' },
  ],
  json: STATUS_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { startEngagement } = await import('../../../../actions/engagements/engage.ts')
    const value = startEngagement(await workspace(), args.method, { ...options, dryRun })
    return { value, text: (screen) => statusText(value, screen) }
  },
})

export const engageStatus = defineCommand({
  name: 'engage status',
  group: 'Workstreams',
  summary: 'the engagements that this folder is at',
  arguments: {},
  options: {},
  examples: [{ command: 'stet engage status', does: 'says which phase it is in, since when' }],
  json: `[${STATUS_JSON}]`,
  async run({ workspace }) {
    const { engagementStatus } = await import('../../../../actions/engagements/engage.ts')
    const value = engagementStatus(await workspace({ onlyLooks: true }))
    return {
      value,
      text: (screen) =>
        value.length === 0
          ? `No engagement is active here.\n${screen.dim('→')} stet engage start METHOD`
          : value.map((one) => statusText(one, screen)).join('\n'),
    }
  },
})

export const engageAdvance = defineCommand({
  name: 'engage advance',
  group: 'Workstreams',
  summary: 'complete the phase and begin the next',
  writes: true,
  arguments: { phase: { summary: 'the next phase; the one that follows in the method unless given', optional: true } },
  options: { id: ID },
  examples: [{ command: 'stet engage advance draft', does: 'completes the phase and begins draft' }],
  json: STATUS_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { advanceEngagement } = await import('../../../../actions/engagements/engage.ts')
    const value = advanceEngagement(await workspace(), args.phase, { id: options.id, dryRun })
    return { value, text: (screen) => statusText(value, screen) }
  },
})

export const engageClose = defineCommand({
  name: 'engage close',
  group: 'Workstreams',
  summary: 'end an engagement; its file goes into .archive',
  writes: true,
  arguments: {},
  options: { id: ID },
  examples: [{ command: 'stet engage close', does: 'completes the last phase and archives engagement.md' }],
  json: STATUS_JSON,
  async run({ options, dryRun, workspace }) {
    const { closeEngagement } = await import('../../../../actions/engagements/engage.ts')
    const value = closeEngagement(await workspace(), { id: options.id, dryRun })
    return { value, text: (screen) => `${value.engagement} is closed: ${screen.path(value.path)}` }
  },
})

export const engageTag = defineCommand({
  name: 'engage tag',
  group: 'Workstreams',
  summary: 'tag the rounds that began in a phase of the engagement',
  writes: true,
  arguments: { sessions: { ...SESSION, many: true } },
  options: { id: ID },
  examples: [{ command: 'stet engage tag latest --dry-run', does: 'says which rounds lie in its phases' }],
  json: '{engagement,sessions:[{session,tagged:[round]}]}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { theEngagement } = await import('../../../../actions/engagements/engage.ts')
    const { tagByPhases } = await import('../../../../actions/engagements/tag-by-phases.ts')
    const opened = await workspace()
    const sessions = []
    for (const reference of args.sessions) sessions.push(await resolveSession(opened, reference))
    const value = await tagByPhases(opened, theEngagement(opened, options.id), sessions, { dryRun })
    const rounds = value.sessions.reduce((sum, { tagged }) => sum + tagged.length, 0)
    return { value, text: () => `${count(rounds, 'round')} ${dryRun ? 'would be' : 'are'} in ${value.engagement}.` }
  },
})

function statusText({ engagement, method, phases, path }: EngagementStatus, screen: Screen): string {
  const rows = phases.map(
    ({ phase, from, to }) => `  ${phase}  ${from?.slice(0, 16) ?? ''} – ${to?.slice(0, 16) ?? 'now'}`,
  )
  return [`${screen.bold(engagement)}  ${method ?? ''}  ${screen.dim(screen.path(path))}`, ...rows].join('\n')
}
