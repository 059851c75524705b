import { BY_WORD } from '../../commands/by-word.ts'
import type {
  Answer,
  Call,
  Environment,
  Exec,
  Progress,
  Shells,
  Terminal,
  TerminalCall,
} from '../../commands/kit/call.ts'
import type { Command } from '../../commands/kit/command.ts'
import { writesIn } from '../../commands/kit/offered.ts'
import { createScreen } from '../../commands/kit/text/screen.ts'
import { isFailure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import type { Workspace } from '../../record/workspace.ts'
import { exactBytes } from '../../redaction/exactly.ts'
import { readEnvironment } from '../process/environment.ts'
import { interrupted, interruptible } from '../process/interruptible.ts'
import { Closed, ERR, OUT, write } from '../process/output.ts'
import { execute, execWithJson } from './execute.ts'
import { ownTimes } from './own-times.ts'
import { commandWord, hasSwitch, parseArguments } from './parse-arguments.ts'
import { maskedJson, printAnswer, printed, screenOf } from './print-answer.ts'
import { createProgress, NO_PROGRESS } from './progress.ts'
import { reportFailure } from './report-failure.ts'
import { version } from './version.ts'
import { closeAfterCommand, openForCommand, storeDirOf, workspaceOptions } from './workspace-for-command.ts'

/** Runs one command line and returns the exit status. Whatever happens, with `--json` stdout gets one JSON value. */
async function main(argv: readonly string[]): Promise<number> {
  const json = hasSwitch(argv, '--json')
  let environment: Environment | undefined
  let progress: Progress = NO_PROGRESS
  try {
    environment = readEnvironment()
    if (hasSwitch(argv, '--no-color')) environment = { ...environment, mayColor: false }
    if (environment.errIsTerminal && !json)
      progress = createProgress(environment.columns, (text) => write(ERR, ownWords(text)))
    const answer = answerWithoutCommand(argv)
    return answer
      ? await printAnswer(
          { ...((await answer) as Extract<Answer, { value: unknown }>), exact: ownWords },
          { json, environment },
        )
      : await runCommand(argv, { json, environment, progress })
  } catch (error) {
    progress.clear()
    if (error instanceof Closed) return 0
    const report = reportFailure(error, environment?.debug ?? false)
    const screen = createScreen(
      environment ?? { columns: 80, lineColumns: 80, home: '' },
      environment?.errIsTerminal === true && environment.mayColor,
    )
    const said = json ? await maskedJson(report.value) : await printed(report.text(screen))
    unlessClosed(() => write(json ? OUT : ERR, said))
    return report.exit
  }
}

/** Help and version need no other word to be right. */
function answerWithoutCommand(argv: readonly string[]): Promise<Answer> | undefined {
  if (hasSwitch(argv, '--help', '-h')) return helpOn(argv)
  if (hasSwitch(argv, '--version', '-v', '-V')) {
    return Promise.resolve({ value: { version: version() }, text: () => `stet ${version()}` })
  }
  const words = argv.filter((word) => !word.startsWith('-'))
  if (words.length === 1 && words[0] === 'version') return answerWithoutCommand(['--version'])
  return words[0] === 'help' ? helpOn(argv.filter((word) => word !== 'help')) : undefined
}

async function helpOn(argv: readonly string[]): Promise<Answer> {
  const { FIRST, help } = await import('./help.ts')
  const isFirstPage = argv.every((word) => word.startsWith('-')) && !hasSwitch(argv, '--json')
  return help(argv, isFirstPage ? await loaded(FIRST) : await commandsMeant(argv))
}

async function allCommands(): Promise<readonly Command[]> {
  const { COMMANDS } = await import('../../commands/all.ts')
  return COMMANDS.filter(({ offer }) => offer.cli)
}

/** Those that may be meant; all of them where none is, to say so. */
async function commandsMeant(argv: readonly string[]): Promise<readonly Command[]> {
  const meant = await loaded([commandWord(argv)])
  return meant.length > 0 ? meant : allCommands()
}

/** Those that begin with one of these words. */
async function loaded(words: readonly string[]): Promise<readonly Command[]> {
  const found = BY_WORD.flatMap(([word, load]) => (words.includes(word) ? [load()] : []))
  return (await Promise.all(found)).filter(({ offer }) => offer.cli)
}

interface Surroundings {
  readonly json: boolean
  readonly environment: Environment
  readonly progress: Progress
}

async function runCommand(argv: readonly string[], { json, environment, progress }: Surroundings): Promise<number> {
  const { command, input } = parseArguments(argv, await commandsMeant(argv))
  if (json && input.exec) throw execWithJson()
  const store = input.store as string | undefined
  const writes = writesIn('cli', command)
  const stop = new AbortController()
  const { signal } = stop
  let opened: Promise<Workspace> | undefined
  const terminal: Terminal = {
    json,
    environment,
    workspaceOptions: () => workspaceOptions(environment, store),
    say: async (text) => {
      progress.clear()
      if (!json) write(OUT, await printed(text(screenOf(environment))))
    },
    warn: (text) => {
      progress.clear()
      unlessClosed(() => write(ERR, text)) // that nobody reads it must not end the work
    },
    shells: shellsFor(() => call),
  }
  const call: TerminalCall<never> = {
    ...terminal,
    terminal,
    input: input as never, // what its definition says, as it was read by it
    dryRun: input.dry_run === true,
    storeDir: storeDirOf(environment, store),
    signal,
    progress,
    workspace: ({ onlyLooks } = { onlyLooks: false }) => {
      opened ??= openForCommand(environment, {
        store,
        onlyLooks,
        mayMake: writes,
        leavesUndo: command.name === 'undo' || command.name === 'hook',
        onRefresh:
          command.name !== 'hook' &&
          ((done, total) => progress.update({ done, total, what: 'sessions read again, once, for this version' })),
      }).then((one) => interruptible(one, signal))
      return opened
    },
    ...referencesIn(() => call.workspace()),
    heard: (output) => write(ERR, exactBytes(Buffer.from(output))),
  }
  process.on('SIGINT', () => {
    if (signal.aborted) process.exit(130)
    stop.abort()
  })
  let next: Exec | undefined
  let status: number
  try {
    if (writes) (await import('./compile-later.ts')).compileLater()
    const answer = await run(command, call)
    progress.clear()
    if (!json) for (const note of ownTimes(command, input)) write(ERR, ownWords(`${note}\n`))
    const after = 'afterwards' in answer ? answer.afterwards : undefined
    try {
      status = await printAnswer(answer, { json, environment, signal, pages: !writes && !command.stays })
    } catch (error) {
      if (error instanceof Closed && !command.stays) await afterwards(after)
      throw error
    }
    await afterwards(after)
    next = 'exec' in answer ? answer.exec : undefined
  } finally {
    if (opened && (writes || command.stays || !signal.aborted)) await closeAfterCommand(opened) // else it is still in use
  }
  return next === undefined ? status : execute(next)
}

/** What fails here was not asked for: it is told and changes no answer. */
async function afterwards(work: (() => Promise<void>) | undefined): Promise<void> {
  try {
    await work?.()
  } catch (error) {
    if (isFailure(error, 'interrupted')) return
    write(ERR, await printed(error instanceof Error ? error.message : String(error)))
  }
}

/** What writes is told to stop and comes to an end of its own; what only reads is left where it is. */
async function run(command: Command, call: TerminalCall<never>): Promise<Answer> {
  if (writesIn('cli', command) || command.stays) return command.run(call)
  const stopped = new Promise<never>((_, refuse) => call.signal.addEventListener('abort', () => refuse(interrupted())))
  return Promise.race([command.run(call), stopped])
}

function unlessClosed(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Closed)) throw error
  }
}

main(process.argv.slice(2)).then((status) => process.exit(status)) // everything is written, and what only read may still be at it

/** What a user at a terminal names: also any file of this machine. */
function referencesIn(workspace: () => Promise<Workspace>): Pick<Call<unknown>, 'session' | 'sessions' | 'commit'> {
  const session = async (reference: string) => {
    const { resolveSession } = await import('../../record/naming/resolve-session.ts')
    return resolveSession(await workspace(), reference)
  }
  return {
    session,
    sessions: async (references) => {
      const sessions = []
      for (const reference of references) sessions.push(await session(reference))
      return sessions
    },
    commit: async (reference) => {
      const { resolveCommit } = await import('../../record/chain/resolve-commit.ts')
      return resolveCommit(await workspace(), reference)
    },
  }
}

/** The shells as commands of a terminal start them; each is loaded when it is. */
function shellsFor(call: () => TerminalCall<unknown>): Shells {
  return {
    version: version(),
    serveMcp: async (open, signal) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp(open, { version: version(), signal })
    },
    mcpConfig: async (client) => (await import('../mcp/print-config.ts')).mcpConfigOf(client),
    servePage: async (where, how) => (await import('./serve-page.ts')).servePage(call(), where, how),
    completionScript: async (shell) => {
      const { completionScript } = await import('./completion.ts')
      const { COMMANDS } = await import('../../commands/all.ts')
      return completionScript(shell as 'bash', COMMANDS) // the command takes no other
    },
    hookInput: async () => (await import('../process/read-input.ts')).readInput(call().environment.stdin()),
    statusLine: async () => {
      const { readStatusLine } = await import('../process/read-status-line.ts')
      const { paintStatus } = await import('../process/paint-status.ts')
      const { value, text } = await readStatusLine(call().environment)
      return { value, text: (isColored) => text(isColored ? paintStatus : (line) => line) }
    },
  }
}
