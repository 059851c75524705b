import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionBytes } from '../../src/record/reading/session-bytes.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { openServing, type Serving } from './serving.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/claude-code/parallel-tools-2.1.197.jsonl')
const SESSION = '40e785a0-ef6c-45d7-a6ad-89af98047303'

const database = await postgresForTests()

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
})
afterAll(() => serving.close())

interface Received {
  readonly received: number
  readonly sessions: readonly { readonly session: string; readonly rounds: number }[]
  readonly error?: { readonly code: string; readonly facts: { readonly received: number } }
}

describe('what another machine sends of a file', () => {
  const whole = readFileSync(FIXTURE)
  const path = `/home/bob/.claude/projects/-work/${SESSION}.jsonl`
  const send = (offset: number, bytes: Buffer, more = {}) =>
    serving.ask<Received>('inscribe', {
      machine: 'desk',
      user: 'bob',
      path,
      offset,
      data: bytes.toString('base64'),
      encoding: 'base64',
      ...more,
    })

  it('is captured piece by piece, also where a piece ends inside a line, and comes back', async () => {
    const cut = Math.floor(whole.length / 2)
    const first = await send(0, whole.subarray(0, cut))
    expect(first.received).toBe(cut)
    const again = await send(0 + 7, whole.subarray(7))
    expect(again.error).toMatchObject({ code: 'chain-moved', facts: { received: cut } })
    const second = await send(cut, whole.subarray(cut))
    expect(second).toMatchObject({ received: whole.length, failed: [] })
    const id = second.sessions[0]!.session
    const { workspace } = serving
    const session = (await workspace.store.findSession(id as never))!
    const pieces: Uint8Array[] = []
    for await (const bytes of sessionBytes(workspace.store, session)) pieces.push(bytes)
    expect(Buffer.concat(pieces).equals(whole)).toBe(true)
    expect(await workspace.store.findCommit(session.head!)).toMatchObject({
      machine: 'desk',
      principal: expect.stringMatching(/^bob@desk\//),
    })
    expect(await serving.ask<{ hits: unknown[] }>('search', { words: 'words' })).not.toMatchObject({ hits: [] })
  })

  it('is the same session from whichever machine, and sent again changes nothing', async () => {
    const before = await serving.ask<unknown[]>('sessions')
    for (const machine of ['desk', 'laptop']) expect(await send(0, whole, { machine })).toMatchObject({ failed: [] })
    expect(await serving.ask('sessions')).toHaveLength(before.length)
  })

  it('is the same session where all of it is sent again in pieces, and goes on after them', async () => {
    await send(0, whole)
    const before = await serving.ask<unknown[]>('sessions')
    const parts = [0, 5, 1000, Math.floor(whole.length / 2), whole.length - 1, whole.length]
    for (const [at, end] of parts.slice(1).entries())
      expect(await send(parts[at]!, whole.subarray(parts[at], end))).toMatchObject({ received: end, failed: [] })
    expect(await serving.ask('sessions')).toEqual(before)
    const more = Buffer.from(`${whole.toString().split('\n')[0]}\n`)
    const { sessions } = await send(whole.length, more)
    expect(sessions).toMatchObject([{ session: SESSION, bytes: whole.length + more.length }])
    expect(await serving.ask('sessions')).toHaveLength(before.length)
  })

  it.each(['../../escape.jsonl', '/a/../../b.jsonl', '/', 'a\0b', 'a\nb', '/x/./y', 'C:\\x.jsonl'])(
    'is refused under the name %j',
    async (name) => {
      const { error } = await send(0, whole, { path: name })
      expect(error).toMatchObject({ code: expect.stringMatching(/^(name-invalid|usage)$/) })
      expect(existsSync(join(serving.home, 'escape.jsonl'))).toBe(false)
    },
  )

  it('is not taken from a file of this machine that has the same path', async () => {
    const own = join(serving.home, '.claude/projects/-project/74d1e164-ddd5-4de0-bd89-15866832b85f.jsonl')
    const { sessions } = await send(0, Buffer.from('{"type":"summary"}\n'), { path: own })
    expect(sessions.every(({ rounds }) => rounds === 0)).toBe(true)
  })
})

describe.skipIf(!database)('services on one shared store', () => {
  it('take in what many machines send at once, and each has it all', async () => {
    const shared = { url: `${database!.url}?schema=services` }
    const services = [await openServing({ shared }), await openServing({ shared })]
    const lines = readFileSync(FIXTURE, 'utf8').split('\n').slice(0, -1)
    const machines = Array.from({ length: 6 }, (_, nth) => ({
      machine: `machine-${nth}`,
      service: services[nth % services.length]!,
      id: `40e785a0-ef6c-45d7-a6ad-89af9804730${nth}`,
    }))
    await Promise.all(
      machines.map(async ({ machine, service, id }) => {
        let offset = 0
        for (const line of lines) {
          const data = `${line.replaceAll(SESSION, id)}\n`
          const sent = { machine, path: `/home/bob/.claude/projects/-work/${id}.jsonl`, offset, data }
          offset = (await service.ask<Received>('inscribe', sent)).received
        }
      }),
    )
    for (const service of services) {
      const sessions = await service.ask<{ session: string }[]>('sessions')
      expect(sessions.map(({ session }) => session)).toEqual(expect.arrayContaining(machines.map(({ id }) => id)))
      for (const { id } of machines)
        expect(await service.ask('rounds', { session: id })).toHaveLength(
          (await service.ask<unknown[]>('rounds', { session: machines[0]!.id })).length,
        )
      expect(await service.ask('verify')).toMatchObject({ damaged: [] })
    }
    for (const service of services) await service.close()
  })
})
