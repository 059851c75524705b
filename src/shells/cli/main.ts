import type { Workspace } from '../../actions/workspace.ts'
import { isFailure } from '../../model/errors.ts'
import type { Answer, Call, Command, Values } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { type Exec, execute, execWithJson } from './execute.ts'
import { interrupted, interruptible } from './interruptible.ts'
import { Closed, ERR, OUT, write } from './output.ts'
import { ownTimes } from './own-times.ts'
import { hasSwitch, parseArguments } from './parse-arguments.ts'
import { printAnswer, screenOf } from './print-answer.ts'
import { createProgress, NO_PROGRESS, type Progress } from './progress.ts'
import { reportFailure } from './report-failure.ts'
import { createScreen } from './screen.ts'
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
    if (environment.errIsTerminal && !json) progress = createProgress(environment.columns, (text) => write(ERR, text))
    const answer = answerWithoutCommand(argv)
    return answer
      ? await printAnswer(await answer, { json, environment })
      : await runCommand(argv, { json, environment, progress })
  } catch (error) {
    progress.clear()
    if (error instanceof Closed) return 0
    const report = reportFailure(error, environment?.debug ?? false)
    const screen = createScreen(
      environment ?? { columns: 80, lineColumns: 80, home: '' },
      environment?.errIsTerminal === true && environment.mayColor,
    )
    unlessClosed(() => (json ? write(OUT, `${report.json}\n`) : write(ERR, `${report.text(screen)}\n`)))
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
  return words[0] === 'help' ? helpOn(argv.filter((word) => word !== 'help')) : undefined
}

async function helpOn(argv: readonly string[]): Promise<Answer> {
  const { help } = await import('./help.ts')
  return help(argv, COMMANDS)
}

interface Surroundings {
  readonly json: boolean
  readonly environment: Environment
  readonly progress: Progress
}

async function runCommand(argv: readonly string[], { json, environment, progress }: Surroundings): Promise<number> {
  const { command, args, options } = parseArguments(argv, COMMANDS)
  if (json && options.exec) throw execWithJson()
  const stop = new AbortController()
  const { signal } = stop
  let opened: Promise<Workspace> | undefined
  const call: Call<Values, Values> = {
    args,
    options,
    dryRun: options['dry-run'] === true,
    json,
    environment,
    storeDir: storeDirOf(environment, options.store),
    signal,
    progress,
    workspace: ({ onlyLooks } = { onlyLooks: false }) => {
      opened ??= openForCommand(environment, {
        store: options.store,
        onlyLooks,
        mayMake: command.writes === true,
      }).then((one) => interruptible(one, signal))
      return opened
    },
    workspaceOptions: () => workspaceOptions(environment, options.store),
    say: async (text) => {
      progress.clear()
      if (!json) write(OUT, `${text(screenOf(environment))}\n`)
    },
  }
  process.on('SIGINT', () => {
    if (signal.aborted) process.exit(130)
    stop.abort()
  })
  let next: Exec | undefined
  let status: number
  try {
    if (command.writes) (await import('./compile-later.ts')).compileLater()
    const answer = await run(command, call)
    progress.clear()
    if (!json) for (const note of ownTimes(command, args, options)) write(ERR, `${note}\n`)
    status = await printAnswer(answer, { json, environment, signal, pages: !command.writes && !command.stays })
    if ('afterwards' in answer) await afterwards(answer.afterwards)
    next = 'exec' in answer ? answer.exec : undefined
  } finally {
    if (opened && (command.writes || command.stays || !signal.aborted)) await closeAfterCommand(opened) // else it is still in use
  }
  return next === undefined ? status : execute(next)
}

/** What fails here was not asked for: it is told and changes no answer. */
async function afterwards(work: (() => Promise<void>) | undefined): Promise<void> {
  try {
    await work?.()
  } catch (error) {
    if (isFailure(error, 'interrupted')) return
    write(ERR, `${error instanceof Error ? error.message : String(error)}\n`)
  }
}

/** What writes is told to stop and comes to an end of its own; what only reads is left where it is. */
async function run(command: Command, call: Call<Values, Values>): Promise<Answer> {
  if (command.writes || command.stays) return command.run(call)
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
