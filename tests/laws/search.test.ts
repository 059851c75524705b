import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import type { SessionId } from '../../src/model/id.ts'
import { type RoundText, spokenChunk } from '../../src/model/round-text.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { catchUpSearch } from '../../src/record/indexing/catch-up-search.ts'
import { parseQuery } from '../../src/search/query/parse-query.ts'
import { search } from '../../src/search/search.ts'
import { sessionFile } from './generate.ts'
import { fileOf, human, SESSION, says } from './lines.ts'
import { type Bench, meaningOf, onBench, runs } from './workbench.ts'

const ID = SESSION as SessionId

it('the index has what the blocks of people and agents say, and nothing else', () =>
  fc.assert(
    fc.asyncProperty(sessionFile(), ({ bytes }) =>
      onBench(async (bench) => {
        await bench.inscribe(bytes)
        expect(await indexed(bench)).toEqual(await said(bench))
      }),
    ),
    runs(100),
  ))

it('captured in steps, with and without the index, and caught up: it is the same', () =>
  fc.assert(
    fc.asyncProperty(
      sessionFile(),
      fc.array(fc.tuple(fc.nat({ max: 20_000 }), fc.constantFrom('follows', 'is away', 'is forgotten')), {
        maxLength: 4,
      }),
      ({ bytes }, steps) =>
        onBench(async (bench) => {
          const ordered = steps.map(([at, how]) => [at % (bytes.length + 1), how] as const).sort(([a], [b]) => a - b)
          for (const [end, how] of ordered) {
            if (how === 'is forgotten') await bench.workspace.search.forget(ID)
            if (how !== 'is away') await bench.inscribe(bytes.subarray(0, end))
            else await inscribeWithoutIndex(bench, bytes.subarray(0, end))
          }
          await inscribeWithoutIndex(bench, bytes)
          await catchUpSearch(bench.workspace)
          expect(await indexed(bench)).toEqual(await said(bench))
          expect(await verify(bench.workspace)).toMatchObject({ ok: true })
        }),
    ),
    runs(100),
  ))

it('whatever is looked for, nothing fails; and every word that was said is found', () =>
  fc.assert(
    fc.asyncProperty(sessionFile(), fc.string({ unit: 'binary', maxLength: 40 }), ({ bytes }, words) =>
      onBench(async (bench) => {
        await bench.inscribe(Buffer.concat([fileOf(human('u0', null, words), says('a0', 'u0', 'common')), bytes]))
        await search(bench.workspace, words)
        for (const { roundId, text } of await indexed(bench)) {
          const word = text.split(/\s+/).find((one) => /^[a-z]+$/.test(one))
          if (word === undefined) continue
          const hits = await bench.workspace.search.query(parseQuery(word), { limit: 1000, sessions: new Set([ID]) })
          expect(hits.hits.map((hit) => hit.roundId)).toContain(roundId) // two rounds of one identity are found once
        }
      }),
    ),
    runs(100),
  ))

async function inscribeWithoutIndex({ workspace, path }: Bench, bytes: Buffer): Promise<void> {
  writeFileSync(path, bytes)
  const { failed } = await inscribe({ ...workspace, search: undefined }, [path], { sideFiles: false })
  expect(failed).toEqual([])
}

/** What the index holds; a round that says nothing may be there or not. */
async function indexed({ workspace }: Bench): Promise<readonly RoundText[]> {
  return (await workspace.search.listRounds(ID)).filter(({ text }) => text !== '')
}

async function said({ workspace }: Bench): Promise<readonly RoundText[]> {
  const session = await workspace.store.findSession(ID)
  const { rounds, blocks } = await meaningOf(workspace, session!)
  return rounds
    .map(({ round, roundId }) => ({
      round,
      roundId,
      text: blocks
        .filter((block) => block.round_seq === round && /^(user|assistant)-text$/.test(block.type))
        .map((block) => spokenChunk(block.content as string))
        .join(''),
    }))
    .filter(({ text }) => text !== '')
}
