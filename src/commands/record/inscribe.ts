import { resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import type { InscribeResult } from '../../record/capture/inscribe.ts'
import type { Answer, TerminalCall } from '../kit/call.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { choice, flag, list, text } from '../kit/field.ts'
import { engagement } from '../kit/fields.ts'
import { sessionFilesAt, sizeOf } from '../kit/session-files.ts'
import { list as listOf, number, object, orNull, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import { failedText, inscribedText } from '../kit/text/inscribed-text.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import { createScreen } from '../kit/text/screen.ts'
import { table } from '../kit/text/table.ts'
import { watchedText, watchHeader } from '../kit/text/watched-text.ts'

export const inscribe = defineTerminalCommand({
  name: 'inscribe',
  topic: 'record',
  summary: 'Capture sessions into the record, only the bytes that are new',
  about: 'It also captures the files that a client keeps with a session, such as those of its subagents.',
  writes: true,
  arguments: {
    paths: list('transcripts, or folders with transcripts in them', {
      optional: true,
      complete: 'file',
      standard: 'every session on this machine',
    }),
  },
  options: {
    all: flag('capture every session on this machine, and the paths'),
    watch: flag('continue to capture until Ctrl-C'),
    stream: flag("capture a client's live output from standard input"),
    engagement: engagement({ summary: 'the active engagement that new rounds belong to' }),
    no_embed: flag('do not compute embeddings now: search finds new rounds by words only, until the next capture'),
    as: choice('record the named files as bytes, although no client wrote them', ['raw']),
    every: text('with --stream, commit after this many turns, or only at events', {
      label: 'N|events',
      standard: '1',
    }),
  },
  examples: [
    { command: 'stet inscribe --all', does: 'captures every session on this machine' },
    { command: 'stet inscribe ~/backup/projects', does: 'captures every transcript below a folder' },
    { command: 'stet inscribe --watch', does: 'captures the sessions as they grow' },
    {
      command: 'claude -p "…" --output-format stream-json --verbose | stet inscribe --stream',
      does: 'captures a run while it happens',
    },
  ],
  output: object({
    sessions: listOf(
      object({
        session: string,
        client: string,
        tier: string,
        path: string,
        rounds: number,
        blocks: number,
        bytes: number,
        new_bytes: number,
        head: orNull(string),
        problems: listOf(object({ line: number, problem: string })),
        healed: number,
      }),
    ),
    failed: listOf(object({ path: string, code: string, message: string })),
    'warnings?': listOf(string),
    'files?': listOf(object({ path: string, bytes: number })),
  }),
  outputNote: 'files is there only with --dry-run. With --stream it is {session,bytes,commits}.',
  async run(call) {
    const { input, dryRun, environment } = call
    if (input.stream) {
      refuseWithStream(call)
      return captureStream(call)
    }
    if (input.every !== undefined) {
      throw new Failure('usage', '--every needs --stream.', {
        hint: 'stet inscribe --stream --every 5',
      })
    }
    if (input.watch && (dryRun || input.paths.length > 0)) {
      throw new Failure(
        'usage',
        `--watch captures every session of this machine; it cannot be used with ${dryRun ? '--dry-run' : 'paths'}.`,
        { hint: 'stet inscribe --watch' },
      )
    }
    const { keepMemorySmall } = await import('../kit/small-memory.ts')
    keepMemorySmall()
    const { findSessionFiles, inscribe } = await import('../../record/capture/inscribe.ts')
    const workspace = await call.workspace({ onlyLooks: dryRun })
    if (input.watch) return watchAll(call)
    const { mayHoldSession, sideSessions } = await import('../../record/naming/client-files.ts')
    const { holdsSession } = await import('../../record/capture/holds-session.ts')
    const named = sessionFilesAt(input.paths, environment.cwd, (path) => mayHoldSession(path) || holdsSession(path))
    const takesAll = input.all || input.paths.length === 0
    const found = takesAll ? await findSessionFiles(workspace) : []
    const paths = [...new Set([...named, ...found])]
    const folders = input.paths.length > 0 ? input.paths : Object.values(workspace.configDirs)
    if (paths.length === 0 && (!takesAll || dryRun)) return nothingFound(folders)
    if (dryRun) return wouldCapture([...paths, ...(await Promise.all(paths.map(sideSessions))).flat()])
    const isNamed = new Set(named)
    const result = await inscribe(workspace, paths, {
      signal: call.signal,
      named: input.paths.map((path) => resolve(environment.cwd, path)),
      raw: input.as === 'raw',
      ...progressOf(call),
      prompts: takesAll,
      engagement: input.engagement,
      ...(found.length === 0 && { trust: 'nothing' as const, remembers: true }),
      mayBeGone: (path) => !isNamed.has(path),
    })
    if (paths.length === 0 && result.sessions.length === 0) return nothingFound(folders)
    if (!input.no_embed) {
      const { embedNew } = await import('../../search/embed-new.ts')
      await embedNew({ ...workspace, signal: call.signal }, (done) =>
        call.progress.update({ done, total: done, what: 'rounds embedded' }),
      )
    }
    return {
      value: result,
      text: (screen) => inscribedText(result, screen),
      failures: (screen) => failedText(result, screen),
      exit: result.failed.length > 0 || isUnknown(input.engagement, result) ? 1 : 0,
    }
  },
})

/** Whether rounds were to go into an engagement that is active where none of them was said. */
function isUnknown(engagement: string | undefined, { warnings }: Pick<InscribeResult, 'warnings'>): boolean {
  return (
    engagement !== undefined &&
    warnings.some((warning) => warning.includes(`The engagement ${engagement} is active nowhere`))
  )
}

type InscribeCall = TerminalCall<{
  readonly paths: readonly string[]
  readonly all: boolean
  readonly watch: boolean
  readonly every: string | undefined
}>

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
          ? [`${count(files.length, 'file')}, ${bytesOf(total)}, would be read; nothing is captured twice.`]
          : []),
      ]
        .filter(Boolean)
        .join('\n'),
    failures: (screen) => failedText({ failed }, screen),
    exit: failed.length > 0 ? 1 : 0,
  }
}

/** A stream is read from stdin and nowhere else, and what was read cannot be read again. */
function refuseWithStream({ input, dryRun }: InscribeCall): void {
  const [other] = [
    ...(dryRun ? ['--dry-run'] : []),
    ...(input.paths.length > 0 ? ['paths'] : []),
    ...(input.all ? ['--all'] : []),
    ...(input.watch ? ['--watch'] : []),
  ]
  if (other === undefined) return
  throw new Failure('usage', `--stream captures standard input; it cannot be used with ${other}.`, {
    hint: 'claude -p "…" --output-format stream-json --verbose | stet inscribe --stream',
  })
}

async function captureStream({ input: { every }, workspace, environment, warn }: InscribeCall): Promise<Answer> {
  if (every !== undefined && every !== 'events' && !/^[1-9]\d{0,5}$/.test(every)) {
    throw new Failure('usage', `--every takes a number of turns or the word events, not ${JSON.stringify(every)}.`)
  }
  const { inscribeStream } = await import('../../record/capture/inscribe-stream.ts')
  const screen = createScreen(environment, environment.errIsTerminal && environment.mayColor)
  const value = await inscribeStream(await workspace(), environment.stdin(), {
    every: every === undefined ? 1 : every === 'events' ? 'events' : Number(every),
    onFailed: (failure) => {
      try {
        warn(ownWords(`${screen.red(plainLine(failure.message))}\n`))
      } catch {
        // stderr is closed; the capture goes on
      }
    },
  })
  return {
    value,
    text: (_, shown: typeof value) =>
      `${shown.session}: ${count(shown.commits, 'commit')}, ${bytesOf(value.bytes)} captured.`,
  }
}

/** Follows everything until Ctrl-C. With `--json` the one value comes at the end: the last state of each session. */
async function watchAll(call: InscribeCall): Promise<Answer> {
  const { watch } = await import('../../record/capture/watch.ts')
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
