import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { WorkspaceOptions } from '../../actions/open-workspace.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Settings } from '../../model/settings.ts'
import type { Answer, Call, Command, Values } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { type Environment, readEnvironment, readPrincipal } from './environment.ts'
import { interrupted, interruptible } from './interruptible.ts'
import { Closed, ERR, OUT, write } from './output.ts'
import { ownTimes } from './own-times.ts'
import { hasSwitch, parseArguments } from './parse-arguments.ts'
import { plainJson } from './plain-text.ts'
import { createProgress, NO_PROGRESS, type Progress } from './progress.ts'
import { reportFailure } from './report-failure.ts'
import { createScreen } from './screen.ts'
import { version } from './version.ts'

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
      ? await print(await answer, { json, environment })
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
      opened ??= open(environment, { store: options.store, onlyLooks, mayMake: command.writes === true }).then((one) =>
        interruptible(one, signal),
      )
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
    const answer = await run(command, call)
    progress.clear()
    if (!json) for (const note of ownTimes(command, args, options)) write(ERR, `${note}\n`)
    status = await print(answer, { json, environment, signal, pages: !command.writes && !command.stays })
    if ('afterwards' in answer) await afterwards(answer.afterwards)
    next = 'exec' in answer ? answer.exec : undefined
  } finally {
    if (opened && (command.writes || command.stays || !signal.aborted)) await close(opened) // else it is still in use
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

type Exec = NonNullable<Extract<Answer, { readonly value: unknown }>['exec']>

/** Hands the terminal to another program and ends as that does. */
async function execute({ command, cwd }: Exec): Promise<number> {
  const { spawnSync } = await import('node:child_process')
  const folder = mayEnter(cwd) ? { cwd } : {}
  const [client] = command.split(' ')
  if (spawnSync('/bin/sh', ['-c', `command -v ${client}`], { stdio: 'ignore', ...folder }).status !== 0)
    throw clientMissing(client!, command)
  const { status, error } = spawnSync('/bin/sh', ['-c', command], { stdio: 'inherit', ...folder })
  if (error) throw error
  return status ?? 1
}

/** Of both only one can have stdout. */
function execWithJson(): Failure {
  return new Failure('usage', '--exec gives the terminal to the client, and --json prints one JSON value there.', {
    hint: 'Leave --exec out, and run the command that `resume` names.',
  })
}

function clientMissing(client: string, command: string): Failure {
  return new Failure('client-missing', `The new session is written, but ${client} is not installed, or not in PATH.`, {
    facts: { client, resume: command },
    hint: `Resume it with: ${command}`,
  })
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** What writes is told to stop and comes to an end of its own; what only reads is left where it is. */
async function run(command: Command, call: Call<Values, Values>): Promise<Answer> {
  if (command.writes || command.stays) return command.run(call)
  const stopped = new Promise<never>((_, refuse) => call.signal.addEventListener('abort', () => refuse(interrupted())))
  return Promise.race([command.run(call), stopped])
}

async function open(
  environment: Environment,
  use: { readonly store: Values[string]; readonly onlyLooks: boolean; readonly mayMake: boolean },
): Promise<Workspace> {
  const { openWorkspace } = await import('../../actions/open-workspace.ts')
  const options = await workspaceOptions(environment, use.store)
  const isThere = existsSync(options.storeDir)
  if (use.store !== undefined && !use.mayMake && !isThere) throw noRecord(options.storeDir)
  return openWorkspace({ ...options, storeDir: use.onlyLooks && !isThere ? ':memory:' : options.storeDir })
}

async function workspaceOptions(environment: Environment, store: Values[string]): Promise<WorkspaceOptions> {
  const { configDirsOf } = await import('../../actions/files/client-files.ts')
  const { cwd, configDir, worker, trustedStores } = environment
  return {
    ...readPrincipal(),
    cwd,
    configDirs: configDirsOf(configDir),
    storeDir: storeDirOf(environment, store),
    trustedStores,
    worker,
    settings: settingsOf(environment),
  }
}

function storeDirOf({ cwd, storeDir }: Environment, given: Values[string]): string {
  if (typeof given !== 'string') return storeDir
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return resolve(cwd, given)
  throw new Failure(
    'usage',
    `${JSON.stringify(given.slice(0, 80))} is an address; a record is a folder of this machine.`,
    {
      hint: 'Name a folder: --store DIR.',
    },
  )
}

/** What was named and is not there is a mistake, not an empty record. */
function noRecord(path: string): Failure {
  return new Failure('store-unreadable', `There is no record in ${path}.`, {
    facts: { path },
    hint: `Name another with --store, or make one there: \`stet inscribe --all --store ${path}\`.`,
  })
}

/** What is set, read once and when it is first wanted. What is not heeded is said on stderr. */
function settingsOf({ settingSources, storeDir, trustedStores }: Environment): () => Promise<Settings> {
  let read: Promise<Settings> | undefined
  return () => {
    read ??= (async () => {
      const sources = settingSources()
      if (sources.files.length === 0 && Object.keys(sources.variables).length === 0) return {} // as on most machines
      const { readSettings } = await import('../../actions/config/read-settings.ts')
      const { refuseForeign } = await import('../../actions/files/own-files.ts')
      refuseForeign(storeDir, trustedStores)
      const { settings, warnings } = await readSettings(sources)
      for (const warning of warnings) write(ERR, `${warning}\n`)
      return settings
    })()
    return read
  }
}

async function close(opened: Promise<Workspace>): Promise<void> {
  const workspace = await opened.catch(() => undefined) // why it did not open has been thrown already
  if (!workspace) return
  const { closeWorkspace } = await import('../../actions/open-workspace.ts')
  await closeWorkspace(workspace)
}

async function print(
  answer: Answer,
  {
    json,
    environment,
    signal,
    pages = false,
  }: Pick<Surroundings, 'json' | 'environment'> & {
    readonly signal?: AbortSignal
    /** Whether what is longer than the screen is printed page by page. */
    readonly pages?: boolean
  },
): Promise<number> {
  if ('stream' in answer) {
    const held: Uint8Array[] = []
    const decoder = environment.outIsTerminal ? new TextDecoder() : undefined // a terminal would act on bytes
    for await (const bytes of answer.stream) {
      if (signal?.aborted) throw interrupted()
      if (json) held.push(bytes)
      else write(OUT, decoder ? decoder.decode(bytes, { stream: true }) : bytes)
      await new Promise(setImmediate) // lets Ctrl-C be heard
    }
    if (json) write(OUT, Buffer.concat(held))
    return 0
  }
  if ('items' in answer) {
    const screen = screenOf(environment)
    const [before, after] = answer.json
    let many = 0
    for await (const item of answer.items) {
      if (signal?.aborted) throw interrupted()
      if (json) write(OUT, `${many === 0 ? before : ','}${plainJson(item.value)}`)
      else write(OUT, `${many === 0 ? '' : '\n'}${item.text(screen)}\n`)
      many++
      await new Promise(setImmediate) // lets Ctrl-C be heard
    }
    if (json) write(OUT, `${many === 0 ? before : ''}${after}\n`)
    else if (many === 0) write(OUT, `${answer.none}\n`)
    return 0
  }
  const text = json
    ? plainJson(answer.value, environment.outIsTerminal ? 2 : undefined)
    : answer.text(screenOf(environment))
  if (text !== '' && !(pages && (await paged(text, environment)))) write(OUT, `${text}\n`)
  const failures = json
    ? undefined
    : answer.failures?.(createScreen(environment, environment.errIsTerminal && environment.mayColor))
  if (failures) write(ERR, `${failures}\n`)
  return answer.exit ?? 0
}

/** Shows what is longer than the screen page by page; false where it is not, or cannot be. */
async function paged(text: string, { rows, pager }: Environment): Promise<boolean> {
  if (!rows || text.split('\n').length < rows) return false
  const { page } = await import('./page.ts')
  return page(text, pager)
}

function screenOf(environment: Environment) {
  return createScreen(environment, environment.outIsTerminal && environment.mayColor)
}

function unlessClosed(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Closed)) throw error
  }
}

main(process.argv.slice(2)).then((status) => process.exit(status)) // everything is written, and what only read may still be at it
