import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { SAMPLE } from '../api/bench.ts'
import { openTestWorkspace } from '../workspace.ts'
import { openServing, type Serving } from './serving.ts'

let serving: Serving
beforeEach(async () => {
  serving = await openServing()
})
afterEach(() => serving.close())

it('tells of what another process writes', async () => {
  const stop = new AbortController()
  const events = listen(stop.signal)
  expect((await events.next()).value).toEqual({ event: 'ready', data: '' })
  const { home } = serving
  const { workspace: other, close } = await openTestWorkspace({ home, storeName: '.stet' })
  try {
    const path = join(serving.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
    const [line] = readFileSync(path, 'utf8')
      .split('\n')
      .filter((text) => text.includes('"type":"user"'))
    appendFileSync(path, `${line!.replace(/"uuid":"[^"]+"/, '"uuid":"11111111-0000-4000-8000-000000000000"')}\n`)
    await inscribe(other, [path])
    const { value } = await events.next()
    expect(JSON.parse(value!.data)).toEqual({ sessions: [SAMPLE], others: false })
  } finally {
    await close()
  }
  await serving.ask('tag', { session: SAMPLE, range: '1', engagement: 'some-work' })
  expect(JSON.parse((await events.next()).value!.data)).toEqual({ sessions: [], others: true })
  stop.abort()
})

it('lets the server end while pages listen', async () => {
  const events = listen(new AbortController().signal)
  await events.next()
  await serving.server.close()
  expect((await events.next()).done).toBe(true)
})

/** The events of the server, as a page hears them. */
async function* listen(signal: AbortSignal): AsyncGenerator<{ event: string; data: string }, undefined> {
  const { origin, token } = serving.server
  const answer = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal })
  let text = ''
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [event, data] = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      yield { event: event!.slice('event: '.length), data: data!.slice('data: '.length) }
    }
  }
}
