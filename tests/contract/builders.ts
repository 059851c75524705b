import type { CommitDraft } from '../../src/model/commit.ts'
import type { DerivedPatch } from '../../src/model/derived.ts'
import { artifactIdOf, type CommitId, type RoundId, type SessionId } from '../../src/model/id.ts'
import { emptyRound, type RoundPatch } from '../../src/model/round-patch.ts'
import { type LineageLink, noFacts, type SessionFacts } from '../../src/model/session.ts'
import type { Append, Appended } from '../../src/record/record.ts'
import type { Store } from '../../src/record/store.ts'

export const AT = '2026-03-19T10:23:00.000Z'

export const sessionId = (id: string) => id as SessionId
export const roundId = (id: string) => id as RoundId

export function facts(changes: Partial<SessionFacts> = {}): SessionFacts {
  return { ...noFacts(), ...changes }
}

export function round(number: number, changes: Partial<RoundPatch> = {}): RoundPatch {
  return { ...emptyRound(number, roundId(`round-${number}`), null), ...changes }
}

export function derived(changes: Partial<DerivedPatch> = {}): DerivedPatch {
  return {
    rounds: [],
    spans: [],
    problems: [],
    graph: undefined,
    facts: facts(),
    parserState: '',
    ...changes,
  }
}

export function draft(session: SessionId, changes: Partial<CommitDraft>): CommitDraft {
  return {
    parent: null,
    type: 'delta',
    artifact: artifactIdOf(new Uint8Array()),
    format: 'test-v1',
    template: '',
    principal: 'me@here/test',
    machine: 'here',
    session,
    checkpoint: 'turn_boundary',
    ticket: null,
    thread: null,
    summary: null,
    messageCount: 1,
    tokenCount: 2,
    createdAt: AT,
    recordedAt: AT,
    start: 0,
    end: 0,
    ...changes,
  }
}

export function entry(session: SessionId, changes: Partial<Append> = {}): Append {
  return {
    session,
    from: null,
    commits: [],
    tail: Buffer.alloc(0),
    source: `/sessions/${session}.jsonl`,
    derived: derived(),
    active: 'unchanged',
    replaces: false,
    links: [],
    ...changes,
  }
}

export type Added = Partial<Append> & {
  readonly text?: string
  readonly draft?: Partial<CommitDraft>
}

export interface Recorder {
  readonly head: CommitId | null
  readonly bytes: number
  /** Appends a text as one commit, or without a text only the rest. */
  add(added: Added): Promise<Appended>
}

/** Appends to one session as a single writer does, creating it first. */
export function recorder(store: Store, session: SessionId): Recorder {
  let head: CommitId | null = null
  let bytes = 0
  let created = false

  return {
    get head() {
      return head
    },
    get bytes() {
      return bytes
    },
    async add(added) {
      const { text, draft: changes, ...rest } = added
      const create = { client: 'test', clientId: session, generation: 0, format: 'test-v1' }
      const own = text === undefined ? undefined : Buffer.from(text)
      const end = bytes + (own?.length ?? 0)
      const appended = await store.append(
        entry(session, {
          from: head,
          ...(!created && { create }),
          ...(own && { commits: [{ bytes: own, draft: draft(session, { start: bytes, end, ...changes }) }] }),
          ...rest,
        }),
      )
      created = true
      head = appended.head
      bytes = end
      return appended
    },
  }
}

/** Lines that look like a transcript: they compress, and better with what comes before them. */
export function lines(size: number, seed: number): string {
  let state = seed + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const words = [
    'src/store/',
    'function',
    'error',
    'const value',
    'await read(',
    'node_modules',
    'return undefined',
    'it(',
  ]
  let text = ''
  while (text.length < size) {
    const content = Array.from({ length: next(40) }, () => `${words[next(words.length)]}${next(900)}`).join(' ')
    text += `{"uuid":"${next(1 << 30).toString(16)}${next(1 << 30).toString(16)}","type":"assistant","content":"${content}"}\n`
  }
  return text.slice(0, size)
}

export function link(child: SessionId, parent: string, kind: LineageLink['kind'] = 'fork'): LineageLink {
  return { child, parent, kind, at: AT, detail: {} }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
