import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '../../src/care/collect.ts'
import { forget } from '../../src/care/forget.ts'
import { type Verified, verify } from '../../src/care/verify.ts'
import type { SessionId } from '../../src/model/id.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { rebuildDerived } from '../../src/record/derived/rebuild-derived.ts'
import { catchUpSearch } from '../../src/record/indexing/catch-up-search.ts'
import { addRemote, findRemote } from '../../src/record/remote/remotes.ts'
import { sync } from '../../src/record/remote/sync.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { actionNamed } from '../../src/shells/api/offers.ts'
import { runAction } from '../../src/shells/api/run-command.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines, type TestMachine } from '../remote/machines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

/** Verifies beside each writer: so many to a record, which grows with each write. */
const RUNS = 5
const RECORDS = process.env.STET_WIDE ? 200 : 1

const [ID, OTHER] = [uuidOf('beside'), uuidOf('beside, other')]

let reader: TestWorkspace
let writer: TestWorkspace
let far: { readonly machines: Machines; readonly other: TestMachine } | undefined
async function open(): Promise<void> {
  reader = await openTestWorkspace()
  writer = await openTestWorkspace({ home: reader.home })
  mkdirSync(join(reader.home, '.claude/projects/-project'), { recursive: true })
  for (const id of [ID, OTHER])
    writeFileSync(fileOf(id), transcript({ sessionId: id, seed: id, rounds: 6, roundBytes: 1500 }).join(''))
  await inscribe(writer.workspace, [fileOf(ID), fileOf(OTHER)])
}

/** Another machine that the writer has a folder together with. */
async function openFar(): Promise<NonNullable<typeof far>> {
  const machines = openMachines()
  await addRemote({ storeDir: writer.workspace.storeDir!, cwd: reader.home, dryRun: false }, 'drive', machines.drive)
  return { machines, other: await machines.open('other') }
}

async function close(): Promise<void> {
  await far?.machines.close()
  far = undefined
  await writer.close()
  await reader.close()
}

const fileOf = (id: string) => join(reader.home, '.claude/projects/-project', `${id}.jsonl`)
const act = (name: string, input: object) => runAction(actionNamed(name)!, writer.workspace, input)
const head = async () => (await writer.workspace.store.findSession(ID as SessionId))!.head!

type Writer = (nth: number, workspace: Workspace) => Promise<unknown>

/** What writes to a record, each over and over again. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'a capture of what was added': async (nth, workspace) => {
    const lines = transcript({ sessionId: OTHER, seed: `more ${nth}`, rounds: 2 })
      .slice(1)
      .join('')
    appendFileSync(fileOf(OTHER), nth % 3 === 0 ? lines.slice(0, -40) : nth % 3 === 1 ? '"}\n' : lines)
    await inscribe(workspace, [fileOf(OTHER)])
  },
  'a capture of a file that was rewritten': async (nth, workspace) => {
    const lines = transcript({ sessionId: OTHER, seed: `again ${nth % 4}`, rounds: 2 + (nth % 5) })
    writeFileSync(fileOf(OTHER), lines.join(''))
    await inscribe(workspace, [fileOf(OTHER)])
  },
  tags: (nth) => act('tag', { session: ID, range: `${1 + (nth % 5)}-6`, engagement: `work-${nth % 3}` }),
  'tags taken away': async (nth) => {
    await act('tag', { session: ID, range: '1-6', engagement: `work-${nth % 3}` })
    await act('untag', { session: ID, range: '2-4' })
  },
  'an operation and undo': async () => {
    await act('trim', { session: ID, threshold: 100, tools: ['all'] })
    await act('undo', {})
  },
  'drop, of a tagged round': async (nth) => {
    await act('tag', { session: ID, range: '2', engagement: `work-${nth}` })
    await act('drop', { session: ID, range: '2' })
    await act('undo', {})
  },
  'forget, gc and a new capture': async (_, workspace) => {
    await forget(workspace, [OTHER])
    await collectGarbage(workspace)
    await inscribe(workspace, [fileOf(OTHER)], { remembers: true })
  },
  gc: (_, workspace) => collectGarbage(workspace),
  compress: (nth) => act('compress', { session: nth % 2 ? ID : OTHER, turns: '1-6' }),
  'commits by hand': async (nth) => {
    const data = `${JSON.stringify({ type: 'user', message: { role: 'user', content: `And now ${nth}?` } })}\n`
    await act('ctx checkpoint', { parent: await head(), commit_type: 'delta', data, format: 'claude-code-v1' })
    await act('ctx update', { commit_id: await head(), summary: `what it knew at ${nth}` })
  },
  'names and what is materialized': async (nth) => {
    await act('ctx set', { name: `review/${nth % 3}`, commit_id: await head() })
    await act('ctx materialize', { commit_id: await head(), include_content: true })
    await act('ctx delete', { name: `review/${nth % 3}` })
  },
  'sync, with a machine that writes and forgets': async (nth, workspace) => {
    far ??= await openFar()
    const { other } = far
    const id = uuidOf(`beside, far ${Math.floor(nth / 4)}`) // what was forgotten does not come again
    if (nth % 4 === 3) await forget(other.workspace, [id])
    else await other.capture(other.put(id, transcript({ sessionId: id, rounds: 2 + (nth % 4) })))
    await other.sync()
    await sync(workspace, await findRemote(workspace.storeDir!, 'drive'))
  },
  tickets: async (nth) => {
    const { id } = (await act('ticket create', { title: `Sort ${nth}`, context_id: await head() })) as { id: string }
    await act('ticket note', { ticket: id, text: 'So it is.' })
    await act('ticket close', { ticket: id })
  },
  'what is derived, computed again': async (_, workspace) => {
    for await (const session of workspace.store.listSessions()) await rebuildDerived(workspace, session)
    await catchUpSearch(workspace)
  },
}

it.each(Object.keys(WRITERS))('verify finds nothing wrong beside %s', { timeout: 3_600_000 }, async (name) => {
  for (let record = 0; record < RECORDS; record++) {
    await open()
    try {
      for (let run = 0; run < RUNS; run++) {
        const damaged = await verifyBeside(WRITERS[name]!, run * 100)
        expect({ record, run, damaged }).toEqual({ record, run, damaged: [] })
      }
    } finally {
      await close()
    }
  }
})

async function verifyBeside(write: Writer, from: number): Promise<Verified['damaged']> {
  let isOver = false
  const verifying = verify(withPauses(reader.workspace)).finally(() => {
    isOver = true
  })
  for (let nth = 0; nth < 2 || !isOver; nth++) {
    await write(from + nth, writer.workspace)
    await setTimeout(1)
  }
  return (await verifying).damaged
}

/** The same record, where others may come in between any two things that are asked of it. */
function withPauses(workspace: Workspace): Workspace {
  return { ...workspace, store: paused(workspace.store), ...(workspace.search && { search: paused(workspace.search) }) }
}

function paused<T extends object>(asked: T): T {
  return new Proxy(asked, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'snapshot') return (work: (state: T) => unknown) => value((state: T) => work(paused(state)))
      return (...given: unknown[]) => {
        const answer = value(...given)
        return Symbol.asyncIterator in answer ? rowByRow(answer) : pause().then(() => answer)
      }
    },
  })
}

async function* rowByRow<T>(rows: AsyncIterable<T>): AsyncIterable<T> {
  for await (const row of rows) {
    await pause()
    yield row
  }
}

let pauses = 0
async function pause(): Promise<void> {
  if (pauses++ % 3 === 0) await setTimeout(1)
}
