import { hereDocuments } from '../../model/here-documents.ts'
import { type SimpleCommand, simpleCommands } from '../../model/shell-words.ts'
import type { FileEdit, NotedFile } from '../../model/tool-act.ts'
import type { BriefRound } from '../round.ts'
import { applied, editsByFile } from './applied.ts'
import { wholeText } from './contents.ts'
import { ranWell } from './ran-well.ts'
import { gitEffect, shellChanges } from './shell-files.ts'

/** A file as one call left it. `content` is null where what it held before is not recorded; then the change is all there is. */
export interface FileVersion {
  readonly version: number
  readonly round: number
  readonly content: string | null
  /** What the call exchanged; empty where a command wrote the file. */
  readonly changes: readonly Pick<FileEdit, 'before' | 'after'>[]
  readonly command?: string
}

export interface FileHistory {
  readonly path: string
  readonly versions: readonly FileVersion[]
}

interface Replayed {
  /** The first round whose versions are wanted; those before it only tell what files held. */
  readonly from?: number
  /** The folder that paths are of. */
  readonly cwd?: string | null
  /** What the client noted of files, by call. */
  readonly noted?: ReadonlyMap<string, NotedFile>
}

/** Every version of every file written in these rounds, by replaying the calls that wrote it. */
export function fileVersions(
  rounds: readonly BriefRound[],
  { from = 0, cwd = null, noted = new Map() }: Replayed = {},
): readonly FileHistory[] {
  const held = new Map<string, string>()
  const histories = new Map<string, { readonly path: string; readonly versions: FileVersion[] }>()
  for (const { round, events } of rounds) {
    for (const event of events) {
      if (event.kind !== 'did' || event.outcome === null) continue
      const { act, outcome, call = '' } = event
      if (act.role === 'run' && act.command !== null)
        run(act.command, ranWell(simpleCommands(act.command), outcome), round)
      if (outcome.failed) continue
      const note = noted.get(call)
      if (act.role === 'read') {
        const whole = note?.before ?? (act.isPart ? undefined : wholeText(outcome.output))
        for (const { path } of act.files) if (whole !== undefined) held.set(rooted(cwd, path), whole)
      }
      for (const [path, edits] of editsByFile(act.edits ?? [])) {
        const base = note?.before ?? held.get(rooted(cwd, edits[0]!.from ?? path))
        const changes = edits.map(({ before, after }) => ({ before, after }))
        put(path, note?.after ?? applied(base, edits), { round, changes })
      }
      for (const { path, change } of act.files) if (change === 'delete') held.delete(rooted(cwd, path))
    }
  }
  return [...histories.values()]

  /** What a command line does to files: the texts it carries along are known, of anything else only that it was done. */
  function run(command: string, commands: readonly SimpleCommand[], round: number): void {
    if (gitEffect(commands) === 'reset') held.clear()
    const texts = textsIn(command)
    for (const { path, change, from: source } of shellChanges(commands)) {
      const [key, old] = [rooted(cwd, path), source === undefined ? undefined : rooted(cwd, source)]
      const given = texts.get(path)
      const before = given?.appends ? held.get(key) : ''
      const text = old !== undefined ? held.get(old) : given && before !== undefined ? before + given.text : undefined
      if (old !== undefined) held.delete(old)
      if (change === 'delete') held.delete(key)
      else put(path, text, { round, changes: [], command })
    }
  }

  function put(path: string, content: string | undefined, how: Omit<FileVersion, 'version' | 'content'>): void {
    const key = rooted(cwd, path)
    if (content === undefined) held.delete(key)
    else held.set(key, content)
    if (how.round < from) return
    const { versions } = histories.get(key) ?? { versions: [] as FileVersion[] }
    versions.push({ version: versions.length + 1, content: content ?? null, ...how })
    if (versions.length === 1) histories.set(key, { path, versions })
  }
}

/** Files that a command line writes texts into that it carries along, as they are. */
export function textsIn(command: string): ReadonlyMap<string, { readonly text: string; readonly appends: boolean }> {
  const texts = new Map<string, { text: string; appends: boolean }>()
  for (const { line, text, isLiteral } of hereDocuments(command)) {
    const commands = simpleCommands(line)
    const { words = [], into = [] } = commands.at(-1) ?? {}
    const isPlain = (words[0] === 'cat' && words.length === 1 && into.length === 1) || words[0] === 'tee'
    const written = shellChanges(commands).at(-1)
    if (isLiteral && isPlain && written) texts.set(written.path, { text, appends: />>|\s-a\b/.test(line) })
  }
  return texts
}

/** A path from the root, where the folder is known that it is of. */
function rooted(cwd: string | null, path: string): string {
  if (cwd === null || /^(?:[/\\~]|[A-Za-z]:)/.test(path)) return path
  const parts = cwd.replace(/\/$/, '').split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
