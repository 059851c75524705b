import { join } from 'node:path'
import type { ClientSetup, SetupPaths, Was } from '../client-setup.ts'

const BEGIN = '# >>> stet: put here by `stet setup codex`; `stet unsetup codex` takes it out'
const END = '# <<< stet'
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'PostCompact', 'SessionEnd']

/** Codex takes hooks from its configuration, to which Stet adds one block at the end, and skills from a folder. */
export const codexSetup: ClientSetup = {
  client: 'codex',
  configDir: { variable: 'CODEX_HOME', folder: '.codex' },
  file: 'config.toml',
  skills: 'skills/stet',
  install: (text, places) => {
    const own = (where: string) =>
      JSON.stringify(
        tablesOf(where)
          .filter(isOwn)
          .map((table) => table.trim()),
      )
    if (own(text) === own(blockOf(places, false))) return text
    const without = withoutBlock(text)
    const lacksNewline = without !== '' && !without.endsWith('\n')
    return `${without}${lacksNewline ? '\n' : ''}${blockOf(places, lacksNewline)}`
  },
  remove,
  notes: [
    'Codex does not run hooks until you trust them, and says nothing about it: start `codex`, type /hooks and trust those of stet-hook, or start it with --dangerously-bypass-hook-trust.',
  ],
}

function remove(text: string, { file }: Pick<Was, 'file'>): string {
  const others = withoutBlock(text)
  return others === text ? text : withoutTrust(others, text, file)
}

/** The text without Stet's own tables. Codex writes its own before the last comment, between them: those stay. */
function withoutBlock(text: string): string {
  const start = text.indexOf(BEGIN)
  const end = text.indexOf(END, start)
  if (start === -1 || end === -1) return text
  const before = text.slice(0, start)
  const after = text.slice(end + END.length).replace(/^\r?\n/, '')
  const others = tablesOf(text)
    .filter((table) => !isOwn(table))
    .join('')
  if (others !== '') return `${before}${before === '' ? '' : '\n'}${others}${after}`
  return (text.startsWith(LACKED, start + BEGIN.length) ? before.slice(0, -1) : before) + after
}

/** The tables between the two comments, each with its lines; those of a group's hooks are with the group. */
function tablesOf(text: string): readonly string[] {
  const start = text.indexOf(BEGIN)
  return text
    .slice(start, text.indexOf(END, start))
    .split(/^(?=\[(?!\[hooks\.\w+\.hooks\]\]))/m)
    .slice(1)
}

function isOwn(table: string): boolean {
  return /^\[mcp_servers\.stet[\].]/.test(table) || (/^\[\[hooks\.\w+\]\]/.test(table) && table.includes(`/stet-hook'`))
}

/** Without the word that Codex keeps for each of Stet's hooks: it names a hook by its event and how many were there before. */
function withoutTrust(text: string, withStet: string, file: string): string {
  const before = withStet.slice(0, withStet.indexOf(BEGIN) + 1)
  const rest = EVENTS.reduce((left, event) => {
    const nth = before.split(`[[hooks.${event}]]`).length - 1
    const name = event.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase()
    const header = `[hooks.state.${JSON.stringify(`${file}:${name}:${nth}:0`)}]\n`
    const at = left.indexOf(header)
    if (at === -1) return left
    const next = left.indexOf('\n[', at + header.length)
    return left.slice(0, at) + (next === -1 ? '' : left.slice(next + 1))
  }, text)
  return rest === text || rest.includes('[hooks.state.') ? rest : rest.replace(/^\[hooks\.state\]\n\n?/m, '')
}

/** Says that the text before had no newline at its end, so that it can be left as it was. */
const LACKED = ' (on a line of its own)'

function blockOf({ root, node }: SetupPaths, lacksNewline: boolean): string {
  const hook = join(root, 'plugin', 'claude-code', 'bin', 'stet-hook')
  const hooks = EVENTS.map((event) => {
    // Where Stet's package is gone, nothing is said.
    const command = `test ! -x ${quoted(hook)} || STET_NODE=${quoted(node)} ${quoted(hook)} ${event} codex`
    return `[[hooks.${event}]]\n[[hooks.${event}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(command)}\n`
  })
  const server = `[mcp_servers.stet]\ncommand = ${JSON.stringify(node)}\nargs = ${JSON.stringify([join(root, 'bin', 'stet'), 'mcp'])}\n`
  return `${[`${BEGIN}${lacksNewline ? LACKED : ''}`, ...hooks, server].join('\n')}${END}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`
}
