import { resolve } from 'node:path'
import type { InscribeResult } from '../../../actions/record/inscribe.ts'
import { Failure } from '../../../model/errors.ts'
import { type Answer, type Call, defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'
import { failedText, inscribedText } from '../inscribed-text.ts'
import { ERR, write } from '../output.ts'
import { plainLine } from '../plain-text.ts'
import { createScreen } from '../screen.ts'
import { sessionFilesAt, sizeOf } from '../session-files.ts'
import { table } from '../table.ts'
import { watchedText, watchHeader } from '../watched-text.ts'

export const inscribe = defineCommand({
  name: 'inscribe',
  group: 'Record',
  summary: 'capture sessions into the record, only what is new',
  about:
    'Without paths it captures every session on this machine. What the client keeps with a session, such as its subagents, comes along.',
  writes: true,
  arguments: {
    paths: {
      summary: 'transcripts, or folders with transcripts below them',
      many: true,
      optional: true,
      complete: 'file',
    },
  },
  options: {
    all: { summary: 'every session on this machine, and the paths' },
    watch: { summary: 'go on capturing until Ctrl-C' },
    stream: { summary: "capture a client's live output from stdin" },
    engagement: { summary: 'of the active engagements, the one that new rounds belong to', value: 'ID' },
    'no-embed': { summary: 'leave what is new to be found by words only, until the next time' },
    every: { summary: 'with --stream, a commit every so many turns, or only at events', value: 'N|events' },
  },
  examples: [
    { command: 'stet inscribe --all', does: 'captures every session on this machine' },
    { command: 'stet inscribe ~/backup/projects', does: 'captures every transcript below a folder' },
    { command: 'stet inscribe --watch', does: 'follows the sessions as they grow' },
    {
      command: 'claude -p "…" --output-format stream-json --verbose | stet inscribe --stream',
      does: 'captures a run as it happens',
    },
  ],
  json: '{sessions:[{session,client,tier,path,rounds,blocks,bytes,new_bytes,head,problems:[{line,problem}],healed}],failed:[{path,code,message}],warnings:[]}; with --dry-run {files:[{path,bytes}],sessions:[],failed:[…]}; with --stream {session,bytes,commits}',
  async run(call) {
    const { args, options, dryRun, environment } = call
    if (options.stream) {
      refuseWithStream(call)
      return captureStream(call, options.every)
    }
    if (options.every !== undefined) {
      throw new Failure('usage', '--every says how often --stream commits; without it there is nothing to say.', {
        hint: 'stet inscribe --stream --every 5',
      })
    }
    if (options.watch && (dryRun || args.paths.length > 0)) {
      throw new Failure(
        'usage',
        `--watch follows every session of this machine; it takes no ${dryRun ? '--dry-run' : 'paths'}.`,
        { hint: 'stet inscribe --watch' },
      )
    }
    const { keepMemorySmall } = await import('../small-memory.ts')
    keepMemorySmall()
    const { findSessionFiles, inscribe } = await import('../../../actions/record/inscribe.ts')
    const workspace = await call.workspace({ onlyLooks: dryRun })
    if (options.watch) return watchAll(call)
    const { mayHoldSession, sideSessions } = await import('../../../actions/files/client-files.ts')
    const named = sessionFilesAt(args.paths, environment.cwd, mayHoldSession)
    const found = options.all || args.paths.length === 0 ? await findSessionFiles(workspace) : []
    const paths = [...new Set([...named, ...found])]
    if (paths.length === 0)
      return nothingFound(args.paths.length > 0 ? args.paths : Object.values(workspace.configDirs))
    if (dryRun) return wouldCapture([...paths, ...(await Promise.all(paths.map(sideSessions))).flat()])
    const isNamed = new Set(named)
    const result = await inscribe(workspace, paths, {
      signal: call.signal,
      named: args.paths.map((path) => resolve(environment.cwd, path)),
      ...progressOf(call),
      engagement: options.engagement,
      ...(found.length === 0 && { trust: 'nothing' as const, remembers: true }),
      mayBeGone: (path) => !isNamed.has(path),
    })
    if (options.all) await (await import('../../../actions/maintain/refresh-derived.ts')).refreshDerived(workspace)
    if (!options['no-embed']) {
      const { embedNew } = await import('../../../actions/search/embed-new.ts')
      await embedNew({ ...workspace, signal: call.signal }, (done) =>
        call.progress.update({ done, total: done, what: 'rounds embedded' }),
      )
    }
    return {
      value: result,
      text: (screen) => inscribedText(result, screen),
      failures: (screen) => failedText(result, screen),
      exit: result.failed.length > 0 ? 1 : 0,
    }
  },
})

type InscribeCall = Pick<
  Call<{ readonly paths: readonly string[] }, unknown>,
  'args' | 'environment' | 'json' | 'progress' | 'say' | 'signal' | 'workspace'
>

/** Counts the bytes of the files before this one and of this one so far. */
function progressOf({ progress }: InscribeCall) {
  let before = 0
  let current = 0
  let files = { done: 0, total: 0 }
  return {
    onFile(_path: string, done: number, total: number) {
      before += current
      current = 0
      files = { done, total }
      progress.update({ ...files, what: 'files', bytes: before })
    },
    onBytes(done: number) {
      current = done
      progress.update({ ...files, what: 'files', bytes: before + done })
    },
  }
}

function nothingFound(folders: readonly string[]): Answer {
  return {
    value: { sessions: [], failed: [] },
    text: (screen) =>
      `There are no session files below ${folders.map(screen.path).join(', ')}.\n${screen.dim('→')} stet inscribe <path of a transcript>`,
    exit: 4,
  }
}

/** What would be read, what the client keeps next to each file included. */
function wouldCapture(paths: readonly string[]): Answer {
  const sizes = [...new Set(paths)].map((path) => ({ path, bytes: sizeOf(path) }))
  const files = sizes.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]))
  const failed = sizes.flatMap(({ path, bytes }) =>
    bytes === undefined ? [{ path, code: 'file-not-found' as const, message: `There is no file ${path}.` }] : [],
  )
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  return {
    value: { files, sessions: [], failed },
    text: (screen) =>
      [
        table(
          files,
          [
            { title: '', cell: (file) => bytesOf(file.bytes), align: 'right', style: () => screen.dim },
            { title: '', cell: (file) => screen.path(file.path) },
          ],
          { ...screen, lineColumns: Number.POSITIVE_INFINITY }, // a path is of use only whole
        ),
        ...(files.length > 0
          ? [
              `${count(files.length, 'file')}, ${bytesOf(total)}, would be read; what is in the record already is not captured twice.`,
            ]
          : []),
      ]
        .filter(Boolean)
        .join('\n'),
    failures: (screen) => failedText({ failed }, screen),
    exit: failed.length > 0 ? 1 : 0,
  }
}

/** A stream is read from stdin and nowhere else, and what was read cannot be read again. */
function refuseWithStream({
  args,
  options,
  dryRun,
}: Call<{ readonly paths: readonly string[] }, { readonly all: boolean; readonly watch: boolean }>): void {
  const [other] = [
    ...(dryRun ? ['--dry-run'] : []),
    ...(args.paths.length > 0 ? ['paths'] : []),
    ...(options.all ? ['--all'] : []),
    ...(options.watch ? ['--watch'] : []),
  ]
  if (other === undefined) return
  throw new Failure('usage', `--stream captures what comes from stdin; it takes no ${other}.`, {
    hint: 'claude -p "…" --output-format stream-json --verbose | stet inscribe --stream',
  })
}

async function captureStream(
  { workspace, environment, progress }: InscribeCall,
  every: string | undefined,
): Promise<Answer> {
  if (every !== undefined && every !== 'events' && !/^[1-9]\d{0,5}$/.test(every)) {
    throw new Failure('usage', `--every takes a number of turns or the word events, not ${JSON.stringify(every)}.`)
  }
  const { inscribeStream } = await import('../../../actions/record/inscribe-stream.ts')
  const screen = createScreen(environment, environment.errIsTerminal && environment.mayColor)
  const value = await inscribeStream(await workspace(), environment.stdin(), {
    every: every === undefined ? 1 : every === 'events' ? 'events' : Number(every),
    onFailed: (failure) => {
      progress.clear()
      warn(screen.red(plainLine(failure.message)))
    },
  })
  return {
    value,
    text: () => `${value.session}: ${count(value.commits, 'commit')}, ${bytesOf(value.bytes)} captured.`,
  }
}

/** At once, and also with `--json`: it may be long until the answer. That nobody listens must not end a capture. */
function warn(text: string): void {
  try {
    write(ERR, `${text}\n`)
  } catch {
    // the capture goes on, and what it comes to is said at its end
  }
}

/** Follows everything until Ctrl-C. With `--json` the one value comes at the end: the last state of each session. */
async function watchAll(call: InscribeCall): Promise<Answer> {
  const { watch } = await import('../../../actions/record/watch.ts')
  const sessions = new Map<string, InscribeResult['sessions'][number]>()
  const failed: InscribeResult['failed'][number][] = []
  await call.say(
    (screen) => `${screen.dim('Watching every session of this machine; Ctrl-C ends it.')}\n${watchHeader(screen)}`,
  )
  let saying = Promise.resolve()
  await watch(await call.workspace(), {
    signal: call.signal,
    onInscribed(result) {
      for (const session of result.sessions) {
        const newBytes = (sessions.get(session.session)?.new_bytes ?? 0) + session.new_bytes
        sessions.set(session.session, { ...session, new_bytes: newBytes })
      }
      failed.push(...result.failed)
      saying = saying.then(() =>
        call.say((screen) => [watchedText(result, screen), failedText(result, screen)].filter(Boolean).join('\n')),
      )
    },
  })
  await saying
  const all = [...sessions.values()]
  return {
    value: { sessions: all, failed },
    text: () =>
      `Stopped watching; ${count(all.length, 'session')} grew by ${bytesOf(all.reduce((sum, session) => sum + session.new_bytes, 0))}.`,
    exit: 130,
  }
}
