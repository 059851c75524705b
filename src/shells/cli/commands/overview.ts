import type { Overview } from '../../../actions/read/overview.ts'
import { defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'
import { modifiedAt } from '../modified-at.ts'
import type { Screen } from '../screen.ts'
import { sessionNames } from '../session-names.ts'
import { sessionTree } from '../session-tree.ts'
import { definitions } from '../table.ts'

const LISTED = 10

export const overview = defineCommand({
  name: '',
  group: 'Inspect',
  summary: "this folder's sessions, how full they are, what to do next",
  arguments: {},
  options: {},
  examples: [{ command: 'stet', does: 'the sessions of this folder' }],
  json: '{cwd,here:[session],elsewhere,totals:{sessions,rounds,bytes,stored_bytes},advice:[{command,why}]}',
  async run(call) {
    const { overview } = await import('../../../actions/read/overview.ts')
    const value = await overview(await call.workspace({ onlyLooks: true }), modifiedAt)
    return { value, text: (screen) => overviewText(value, screen) }
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
  return [hereText(value, screen), screen.dim(held), next].join('\n\n')
}

function hereText({ cwd, here, elsewhere }: Overview, screen: Screen): string {
  const folder = screen.bold(screen.path(cwd))
  const others = elsewhere === 0 ? '' : `${count(elsewhere, 'session')} of other folders: stet sessions`
  if (here.length === 0)
    return [`No session of ${folder} is in the record.`, ...(others ? [screen.dim(others)] : [])].join('\n')
  const more = here.length > LISTED ? [`… and ${here.length - LISTED} more here`] : []
  return [
    folder,
    sessionTree(here.slice(0, LISTED), screen, sessionNames(here)),
    ...[...more, ...(others ? [others] : [])].map(screen.dim),
  ].join('\n')
}
