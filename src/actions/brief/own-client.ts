import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Summarizer } from '../../brief/summarizer.ts'
import type { Session } from '../../model/session.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'
import { askCommand } from './ask-command.ts'

interface Headless {
  readonly program: string
  readonly name: string
  /** How it answers once, without tools, and keeps nothing where it can do without; `folder` is for its own files. */
  readonly command: (folder: string) => string
}

/** By client. What a client keeps all the same begins with Stet's mark, and is never captured. */
const HEADLESS: Readonly<Record<string, Headless>> = {
  'claude-code': {
    program: 'claude',
    name: 'claude -p',
    command: () => 'claude -p --tools "" --strict-mcp-config --disable-slash-commands --no-session-persistence',
  },
  codex: {
    program: 'codex',
    name: 'codex exec',
    command: () =>
      'codex exec --skip-git-repo-check --ephemeral --sandbox read-only --disable shell_tool --disable unified_exec --color never -',
  },
  'gemini-cli': {
    program: 'gemini',
    name: 'gemini -p',
    command: (folder) => {
      const policy = join(folder, 'policy.toml')
      writeFileSync(policy, '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n')
      return `gemini -p "Do what the text asks." --skip-trust --extensions none --admin-policy ${policy}`
    },
  },
}

/** The client that wrote the session, to be asked in an empty folder; undefined where it is not on PATH. */
export async function ownClient(workspace: Workspace, session: Session): Promise<Summarizer | undefined> {
  const headless = HEADLESS[session.client]
  if (!headless || !(await isOnPath(workspace, headless.program))) return undefined
  return {
    name: headless.name,
    async write(instructions, text) {
      const folder = mkdtempSync(join(tmpdir(), 'stet-ask-'))
      const empty = join(folder, 'empty')
      mkdirSync(empty)
      try {
        const { write } = askCommand({ ...workspace, cwd: empty }, headless.command(folder), headless.name)
        return await write(instructions, text)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

async function isOnPath({ cwd }: Workspace, program: string): Promise<boolean> {
  const { status } = await runCommand(`command -v ${program}`, { cwd, limitMs: 5000, isQuiet: true })
  return status === 0
}
