import { closeSync, openSync, readSync } from 'node:fs'
import type { Span } from '../../src/model/span.ts'
import { inject } from '../../src/read/inject.ts'
import { createRandom } from './statistics.ts'
import { withSession } from './with-session.ts'

/** One round fetched from the record, and the same bytes from the transcript by someone who knows where they are. */
export interface InjectTime {
  readonly ours: number
  readonly reference: number
  /** Bytes of the round in the transcript. */
  readonly size: number
}

/** Draws rounds of the one session in a store; the store is opened anew for each. */
export async function timeInjects(storeDir: string, transcript: string, draws: number): Promise<readonly InjectTime[]> {
  const random = createRandom(1)
  const times: InjectTime[] = []
  for (let nth = 0; nth < draws; nth++) {
    await withSession(storeDir, async (workspace, session) => {
      const round = 1 + Math.floor(random() * session.facts.rounds)
      const began = performance.now()
      const injected = await inject(workspace, { session, range: String(round) })
      const ours = performance.now() - began
      if (injected.round !== round) throw new Error(`asked for round ${round} and got ${injected.round}`)
      const spans = await workspace.store.listSpans(session.id, round)
      times.push({ ours, reference: timeReading(transcript, spans), size: sizeOf(spans) })
    })
  }
  return times
}

function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.end - span.start, 0)
}

function timeReading(transcript: string, spans: readonly Span[]): number {
  const began = performance.now()
  const file = openSync(transcript, 'r')
  for (const { start, end } of spans) {
    const bytes = Buffer.allocUnsafe(end - start)
    readSync(file, bytes, 0, bytes.length, start)
    for (const line of bytes.toString('utf8').split('\n')) if (line !== '') JSON.parse(line)
  }
  closeSync(file)
  return performance.now() - began
}
