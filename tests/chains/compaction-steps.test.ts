import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linesOf } from '../../src/clients/lines.ts'
import type { Commit } from '../../src/model/commit.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { type Chains, openChains } from './workbench.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

describe.each(['auto-compact-2.1.325', 'manual-compact-2.1.325', 'manual-compact-2.1.197'])(
  '%s, captured line by line',
  (name) => {
    const lines = [...linesOf(readFileSync(join(FIXTURES, `${name}.jsonl`)))]
    const at = lines.findIndex((line) => line.includes('"compact_boundary"'))
    const summary = lines.findIndex((line) => line.includes('"isCompactSummary":true'))

    it('has boundary and summary in one commit', async () => {
      const { commits } = await capture(lines.keys())
      const [compaction, ...others] = commits.filter((commit) => commit.type === 'compaction')
      expect(others).toEqual([])
      expect([compaction!.start, compaction!.end]).toEqual([sizeOf(at), sizeOf(summary + 1)])
    })

    it('gives the context of one step', async () => {
      const stepwise = await capture(lines.keys())
      const whole = await capture([lines.length - 1])
      expect(stepwise.context).toBe(whole.context)
      expect(stepwise.context).not.toBe('')
    })

    it('holds what is there of the compaction as the tail, and the export is exact', async () => {
      const { session } = await capture([at])
      expect(Buffer.from(session.tail).equals(lines[at]!)).toBe(true)
      expect(session.bytes).toBe(sizeOf(at))
    })

    const sizeOf = (count: number) => Buffer.concat(lines.slice(0, count)).length

    /** Captures the file in a session of its own, each time up to and with one of these lines. */
    async function capture(stops: Iterable<number>) {
      const id = `5e55c001-0000-4000-8000-${String(++sessions).padStart(12, '0')}`
      const path = join(chains.home, `${id}.jsonl`)
      for (const stop of stops) {
        writeFileSync(path, Buffer.concat(lines.slice(0, stop + 1)))
        const { failed } = await inscribe(chains.workspace, [path])
        expect(failed).toEqual([])
      }
      const commits: Commit[] = []
      for await (const commit of chains.workspace.store.listChain(id as never)) commits.push(commit)
      const session = (await chains.workspace.store.findSession(id as never))!
      return { session, commits, context: await chains.context(session.head!) }
    }
  },
)

let sessions = 0
