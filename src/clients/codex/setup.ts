import { join } from 'node:path'
import type { ClientSetup, SetupPaths } from '../client-setup.ts'

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
    const without = remove(text)
    const lacksNewline = without !== '' && !without.endsWith('\n')
    return `${without}${lacksNewline ? '\n' : ''}${blockOf(places, lacksNewline)}`
  },
  remove,
  notes: [
    'Codex does not run hooks until you trust them, and says nothing about it: start `codex`, type /hooks and trust those of stet-hook, or start it with --dangerously-bypass-hook-trust.',
  ],
}

function remove(text: string): string {
  const start = text.indexOf(BEGIN)
  const end = text.indexOf(END, start)
  if (start === -1 || end === -1) return text
  const before = text.slice(0, start)
  const after = text.slice(end + END.length).replace(/^\r?\n/, '')
  return (text.startsWith(LACKED, start + BEGIN.length) ? before.slice(0, -1) : before) + after
}

/** Says that the text before had no newline at its end, so that it can be left as it was. */
const LACKED = ' (on a line of its own)'

function blockOf({ root, node }: SetupPaths, lacksNewline: boolean): string {
  const hook = join(root, 'plugin', 'claude-code', 'bin', 'stet-hook')
  const hooks = EVENTS.map((event) => {
    const command = `STET_NODE=${quoted(node)} ${quoted(hook)} ${event} codex`
    return `[[hooks.${event}]]\n[[hooks.${event}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(command)}\n`
  })
  const server = `[mcp_servers.stet]\ncommand = ${JSON.stringify(node)}\nargs = ${JSON.stringify([join(root, 'bin', 'stet'), 'mcp'])}\n`
  return `${[`${BEGIN}${lacksNewline ? LACKED : ''}`, ...hooks, server].join('\n')}${END}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`
}
