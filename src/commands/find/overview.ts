import { familiesOf } from '../../read/families.ts'
import type { Overview } from '../../read/overview.ts'
import { defineCommand } from '../kit/command.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { SESSION_ROW } from '../kit/shapes.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import type { Screen } from '../kit/text/screen.ts'
import { sessionNames } from '../kit/text/session-names.ts'
import { sessionTree } from '../kit/text/session-tree.ts'
import { definitions } from '../kit/text/table.ts'

const LISTED = 10

export const overview = defineCommand({
  name: '',
  topic: 'find',
  summary: "Show this folder's sessions, how full they are, and what to do next",
  arguments: {},
  options: {},
  examples: [{ command: 'stet', does: 'shows the sessions of this folder' }],
  output: object({
    cwd: string,
    here: list(SESSION_ROW),
    elsewhere: number,
    totals: object({ sessions: number, rounds: number, bytes: number, stored_bytes: number }),
    waiting: list(
      object({ remote: string, sessions: number, failed: orNull(object({ at: string, next: string, why: string })) }),
    ),
    advice: list(object({ command: string, why: string })),
  }),
  offer: { cli: true, http: 'overview' },
  async run(call) {
    const { modifiedAt } = await import('../../record/reading/modified-at.ts')
    const { overview } = await import('../../read/overview.ts')
    const value = await overview(await call.workspace({ onlyLooks: true }), modifiedAt)
    return { value, text: (screen, shown: typeof value) => overviewText(shown, screen) }
  },
})

function overviewText(value: Overview, screen: Screen): string {
  const next = `${screen.bold('Next')}\n${definitions(
    value.advice.map(({ command, why }) => [command, why]),
    screen,
  )}`
  if (value.totals.sessions === 0) {
    return `The record is empty: no session has been captured yet.\n\n${next}`
  }
  const { sessions, rounds, bytes, stored_bytes } = value.totals
  const held = `The record holds ${count(sessions, 'session')} with ${count(rounds, 'round')}: ${bytesOf(bytes)} of transcripts in ${bytesOf(stored_bytes)}.`
  return [hereText(value, screen), [held, ...value.waiting.map(waitingText)].map(screen.dim).join('\n'), next].join(
    '\n\n',
  )
}

function waitingText({ remote, sessions, failed }: Overview['waiting'][number]): string {
  const wait = `${count(sessions, 'session')} ${sessions === 1 ? 'waits' : 'wait'} for ${remote}`
  return failed
    ? `${wait}: ${failed.why} \`stet sync\` tries again.`
    : `${wait}: \`stet sync\` sends ${sessions === 1 ? 'it' : 'them'} now.`
}

function hereText({ cwd, here, elsewhere }: Overview, screen: Screen): string {
  const folder = screen.bold(screen.path(cwd))
  const others = elsewhere === 0 ? '' : `${count(elsewhere, 'session')} of other folders: stet sessions`
  if (here.length === 0)
    return [`No session of ${folder} is in the record.`, ...(others ? [screen.dim(others)] : [])].join('\n')
  const families = familiesOf(here.filter(({ current }) => current))
  const listed = families.slice(0, LISTED).flatMap(({ session, copies }) => [session, ...copies])
  const more = families.length > LISTED ? [`… and ${families.length - LISTED} more here`] : []
  return [
    folder,
    sessionTree(listed, screen, sessionNames(here)),
    ...[...more, ...(others ? [others] : [])].map(screen.dim),
  ].join('\n')
}
