import { join } from 'node:path'
import type { ClientSetup, SetupPaths, Was } from '../../client-setup.ts'
import { memberAt, withMember, withMemberOf, withoutMember } from './edit-json.ts'

const MARKET = ['extraKnownMarketplaces', 'stet'] as const
const PLUGIN = ['enabledPlugins', 'stet@stet'] as const
const STATUS = ['statusLine', 'command'] as const
/** How Stet's own status line begins, and how one that was there before is kept in it. */
const OWN = /stet-hook['"]? statusline/
const WITH = ' --with '
/** For where Stet's package is gone: the other status line alone, or nothing. */
const RUN_OR_REST = 'test -x "$0" && exec "$0" "$@"; eval "$3"'

/** Claude Code takes hooks, skills, MCP server and `stet` itself from the plugin in Stet's package. */
export const claudeCodeSetup: ClientSetup = {
  client: 'claude-code',
  configDir: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  file: 'settings.json',
  install,
  remove,
  notes: ['Sessions that run now do not see it: restart the client.'],
  leftover: {
    file: 'plugins/known_marketplaces.json',
    isIn: (text) => memberAt(text, ['stet']) !== undefined,
    note: 'Claude Code remembers where the plugin was and loads nothing from there: `claude plugin marketplace remove stet` has it forget that too.',
  },
}

function install(text: string, { root, node }: SetupPaths): string {
  const market = { source: { source: 'directory', path: root } }
  let settings = text.trim() === '' ? '{}\n' : text
  if (JSON.stringify(memberAt(settings, MARKET)) !== JSON.stringify(market))
    settings = withMember(settings, MARKET, market)
  if (memberAt(settings, PLUGIN) !== true) settings = withMember(settings, PLUGIN, true)
  const hook = join(root, 'plugin', 'claude-code', 'bin', 'stet-hook')
  const own = `STET_NODE=${quoted(node)} sh -c ${quoted(RUN_OR_REST)} ${quoted(hook)} statusline`
  const status = memberAt(settings, STATUS)
  if (status === undefined) return withMember(settings, ['statusLine'], { type: 'command', command: own })
  const others = typeof status === 'string' && OWN.test(status) ? wrappedIn(status) : String(status)
  const command = others === undefined ? own : `${own}${WITH}${quoted(others)}`
  return command === status ? settings : withMember(settings, STATUS, command)
}

function remove(text: string, { before }: Was): string {
  if (text.trim() === '') return text
  const had = before?.trim() ? before : '{}'
  let settings = text
  const status = memberAt(settings, STATUS)
  if (typeof status === 'string' && OWN.test(status)) {
    const others = wrappedIn(status)
    if (others !== undefined) settings = withMember(settings, STATUS, others)
    else if (memberAt(had, STATUS.slice(0, 1)) === undefined) settings = withoutMember(settings, STATUS.slice(0, 1))
    else settings = withMemberOf(settings, had, STATUS[0])
  }
  for (const path of [PLUGIN, MARKET]) {
    if (memberAt(settings, path) === undefined) continue // an empty table is the user's own
    settings = withoutMember(settings, path)
    const left = memberAt(settings, path.slice(0, 1))
    const isEmpty = typeof left === 'object' && left !== null && Object.keys(left).length === 0
    if (isEmpty && memberAt(had, path.slice(0, 1)) === undefined) settings = withoutMember(settings, path.slice(0, 1))
  }
  for (const [key] of [STATUS, PLUGIN, MARKET])
    if (JSON.stringify(memberAt(settings, [key])) === JSON.stringify(memberAt(had, [key])))
      settings = withMemberOf(settings, had, key)
  return settings
}

/** The status line that was there before. */
function wrappedIn(command: string): string | undefined {
  const at = command.indexOf(WITH)
  if (at === -1) return undefined
  return command
    .slice(at + WITH.length)
    .replace(/^'|'$/g, '')
    .replaceAll(`'\\''`, `'`)
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`
}
