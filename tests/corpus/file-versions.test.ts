import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { briefRounds, versionsOf } from '../../src/brief/brief-rounds.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { openTestWorkspace } from '../workspace.ts'
import { CORPUS_ABSENT, corpusFiles } from './files.ts'

const files = corpusFiles().filter(({ isBeginning, counted }, at) => !isBeginning && counted && at % 3 === 0)
if (files.length === 0) console.log(`File versions, not run on real transcripts: ${CORPUS_ABSENT}`)

const bench = await openTestWorkspace()
const totals = { sessions: 0, edits: 0 }
afterAll(async () => {
  console.log(`Versions of files, replayed: ${JSON.stringify(totals)}`)
  await bench.close()
})

interface Edit {
  readonly file_path?: string
  readonly content?: string
  readonly old_string?: string
  readonly new_string?: string
  readonly replace_all?: boolean
}

/** What each write and each edit among these calls left in its file, worked out from the lines alone. */
function replayed(text: string, wanted: ReadonlySet<string | undefined>): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, Edit>()
  const left = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const { message, toolUseResult } = parsed(line)
    for (const block of Array.isArray(message?.content) ? message.content : []) {
      if (block?.type === 'tool_use' && /^(?:Write|Edit)$/.test(block.name)) calls.set(block.id, block.input)
      const call = wanted.has(block?.tool_use_id) ? calls.get(block.tool_use_id) : undefined
      if (!call?.file_path || block.is_error) continue
      const { file_path: path, content, old_string: before, new_string: after } = call
      const base = toolUseResult?.originalFile
      const made =
        content ??
        (typeof base !== 'string' || !before
          ? undefined
          : call.replace_all
            ? base.split(before).join(after)
            : base.replace(before, () => after!))
      if (made !== undefined) left.set(path, [...(left.get(path) ?? []), made])
    }
  }
  return left
}

// biome-ignore lint/suspicious/noExplicitAny: lines of any shape
function parsed(line: string): any {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

it.each(files)('has what every edit left in its file: $name', async ({ path }) => {
  const { workspace } = bench
  await inscribe(workspace, [path])
  const session = await resolveSession(workspace, path)
  const { rounds } = await briefRounds(workspace, session)
  const kept = new Map(
    (await versionsOf(workspace, session, rounds)).map((file) => [
      file.path,
      file.versions.flatMap(({ content }) => content ?? []),
    ]),
  )
  const calls = new Set(
    rounds.flatMap(({ events }) => events.map((one) => (one.kind === 'did' ? one.call : undefined))),
  )
  totals.sessions++
  for (const [file, contents] of replayed(readFileSync(path, 'utf8'), calls)) {
    totals.edits += contents.length
    for (const content of contents) expect(kept.get(file)?.includes(content), file).toBe(true)
  }
})
