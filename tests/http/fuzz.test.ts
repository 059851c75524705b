import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
})
afterAll(() => serving.close())

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Anything at all, and often something that comes near to what is wanted. */
function near({ type }: Schema): fc.Arbitrary<unknown> {
  const wild = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('latest', SAMPLE, 'all', '1-2', '0', '../..', '\0'),
  )
  if (type === 'string') return fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), wild)
  if (type === 'integer') return fc.oneof(fc.integer({ min: -3, max: 60 }), wild)
  if (type === 'boolean') return fc.oneof(fc.boolean(), wild)
  if (type === 'array')
    return fc.oneof(fc.array(fc.constantFrom('latest', SAMPLE, 'image', 'x'), { maxLength: 4 }), wild)
  return wild
}

it('whatever is sent to any action, the server answers, and with a failure of its own words', async () => {
  const document = JSON.parse((await serving.send('/api/openapi.json')).body)
  const paths = Object.entries<{ post: { requestBody: { content: Record<string, { schema: Schema }> } } }>(
    document.paths,
  )
  expect(paths.length).toBeGreaterThan(20)
  const before = await serving.ask('rounds', { session: SAMPLE })
  for (const [path, { post }] of paths) {
    const properties = post.requestBody.content['application/json']!.schema.properties ?? {}
    const shape = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, near(schema)]))
    const input = fc.oneof(
      {
        arbitrary: fc.record(shape, { requiredKeys: Object.keys(shape).filter((key) => key !== 'dry_run') }),
        weight: 4,
      },
      { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
    )
    await fc.assert(
      fc.asyncProperty(input, async (body) => {
        const sent = { ...(isRecord(body) ? body : { value: body }), ...('dry_run' in properties && { dry_run: true }) }
        const headers = { 'content-type': 'application/json' }
        const text = JSON.stringify(isRecord(body) ? sent : body)
        const answer = await serving.send(path, { method: 'POST', headers, body: text })
        const value = JSON.parse(answer.body)
        if (answer.status >= 500) expect({ path, text, value }).toEqual('an answer below 500')
        if (answer.status >= 400)
          expect(value.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }),
      { numRuns: process.env.STET_WIDE ? 500 : 25 },
    )
  }
  expect(await serving.ask('rounds', { session: SAMPLE })).toEqual(before)
}, 120_000)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
