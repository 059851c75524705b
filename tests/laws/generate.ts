import fc from 'fast-check'
import { type Damage, damage, damaged } from './damage.ts'
import {
  answers,
  apiError,
  attachment,
  boundary,
  command,
  foreign,
  human,
  interrupt,
  type Line,
  lastPrompt,
  meta,
  progress,
  reply,
  side,
  summary,
  system,
  title,
} from './lines.ts'

/** A session file made by chance; prints as its text when a law fails. */
export interface SessionFile {
  readonly bytes: Buffer
}

/**
 * Session files as clients, other tools and accidents write them. `sound` leaves the accidents out, `compacted` has
 * every other line be one of a compaction.
 */
export function sessionFile({
  sound = false,
  compacted: often = false,
}: {
  sound?: boolean
  compacted?: boolean
} = {}): fc.Arbitrary<SessionFile> {
  const damages = sound ? fc.constant<Damage[]>([]) : fc.array(damage, { maxLength: 3 })
  return fc
    .tuple(
      fc.array(fc.tuple(often ? fc.oneof(event, compacted) : event, setting), {
        minLength: 1,
        maxLength: 14,
        size: 'max',
      }),
      damages,
    )
    .map(([events, accidents]) => printable(damaged(tell(events), accidents)))
}

function printable(bytes: Buffer): SessionFile {
  return { bytes, [fc.toStringMethod]: () => `\n${shortened(bytes.toString())}\n` } as SessionFile
}

function shortened(text: string): string {
  return text.replace(/(.{1,8}?)\1{200,}/gs, '$1…')
}

/** What is written so far, and where the next line hangs. */
interface Story {
  readonly lines: Line[]
  readonly uuids: string[]
  readonly calls: { readonly id: string; readonly uuid: string }[]
  tip: string | null
  time: number
  count: number
}

/** Where and when a line is written, apart from what it says. */
interface Setting {
  readonly hang: 'tip' | 'root' | 'nowhere' | number
  readonly waits: number
  readonly dated: boolean | 'by-number'
}

type Event = (story: Story, setting: Setting) => void

function tell(events: readonly (readonly [Event, Setting])[]): readonly Line[] {
  const story: Story = { lines: [], uuids: [], calls: [], tip: null, time: Date.UTC(2026, 0, 1), count: 0 }
  for (const [happen, where] of events) {
    story.time += where.waits
    happen(story, where)
  }
  return story.lines
}

/** Writes a line with a uuid of its own where the setting says; `move` makes it the line the next one hangs on. */
function write(
  story: Story,
  { hang, dated }: Setting,
  make: (uuid: string, parent: string | null) => Line,
  move = true,
) {
  const uuid = `line-${story.count++}`
  const parent =
    hang === 'tip' ? story.tip : hang === 'root' ? null : hang === 'nowhere' ? 'not-there' : pick(story.uuids, hang)
  const { timestamp: _, ...line } = make(uuid, parent ?? null)
  const timestamp = dated === 'by-number' ? story.time : new Date(story.time).toISOString()
  story.lines.push(dated ? { ...line, timestamp } : line)
  story.uuids.push(uuid)
  if (move) story.tip = uuid
  return uuid
}

function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % (list.length || 1)]
}

const anywhere = fc.nat({ max: 60 })

const setting: fc.Arbitrary<Setting> = fc.record({
  hang: fc.oneof(
    { weight: 14, arbitrary: fc.constant('tip' as const) },
    { weight: 3, arbitrary: anywhere },
    { weight: 1, arbitrary: fc.constant('root' as const) },
    { weight: 1, arbitrary: fc.constant('nowhere' as const) },
  ),
  waits: fc.constantFrom(0, 100, 4000, 6000, -3000, 3_600_000),
  dated: fc.oneof(
    { weight: 18, arbitrary: fc.constant(true) },
    { weight: 2, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant('by-number' as const) },
  ),
})

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('hi', 'do it', '', ' ', '{"type":"user"}', 'one\ntwo\r\n', 'a|b `c`') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('naïve 👩‍👩‍👧 日本語', '\u2028\u2029', '\0', 'half \ud800', '"\\\\"', '﻿bom'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)
const huge = fc.constantFrom('long '.repeat(60_000), '語'.repeat(100_000))
const words = fc.oneof({ weight: 400, arbitrary: text }, { weight: 1, arbitrary: huge })

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }

/** What a person types: a text, several, with what the editor puts in, or with a picture. */
const prompt: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: text.map((said) => [{ type: 'text', text: said }]) },
  {
    weight: 1,
    arbitrary: text.map((said) => [
      { type: 'text', text: '<ide_opened_file>a.ts' },
      { type: 'text', text: said },
    ]),
  },
  { weight: 1, arbitrary: fc.constant([IMAGE]) },
  { weight: 1, arbitrary: fc.constant([IMAGE, { type: 'text', text: 'see' }]) },
  { weight: 1, arbitrary: fc.constant([]) },
)

const spoken: fc.Arbitrary<Event> = prompt.map(
  (said) => (story, at) =>
    void write(story, at, (uuid, parent) => human(uuid, parent, said, { origin: { kind: 'human' } })),
)

const block: fc.Arbitrary<(id: string) => unknown> = fc.oneof(
  words.map((said) => () => ({ type: 'text', text: said })),
  text.map((thought) => () => ({ type: 'thinking', thinking: thought, signature: 'c2ln' })),
  fc.constant(() => ({ type: 'thinking', thinking: '', signature: 'c2ln' })),
  fc.constant(() => ({ type: 'redacted_thinking', data: 'c2ln' })),
  fc
    .constantFrom('Bash', 'Agent', 'mcp__files__read')
    .map((name) => (id: string) => ({ type: 'tool_use', id, name, input: { command: 'ls' } })),
  fc.constant(() => ({ type: 'server_tool_use', id: 'srv', name: 'web_search' })),
)

/** A reply over several lines that share `message.id`; a new one, or the one before going on. */
const replied: fc.Arbitrary<Event> = fc
  .tuple(fc.array(fc.array(block, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, goesOn]) => (story, at) => {
    const id = `msg-${goesOn ? 'again' : story.count}`
    parts.forEach((blocks, part) => {
      const content = blocks.map((make, nth) => make(`toolu_${story.count}_${nth}`))
      const uuid = write(story, part === 0 ? at : { ...at, hang: 'tip' }, (line, parent) =>
        reply(line, parent, content, id),
      )
      for (const { type, id: call } of content as { type: string; id: string }[]) {
        if (type === 'tool_use') story.calls.push({ id: call, uuid })
      }
    })
  })

const RESULTS: readonly unknown[] = [
  'done',
  '',
  [{ type: 'text', text: 'done' }],
  [IMAGE],
  [{ type: 'tool_reference' }],
  null,
]

/** The answer of any call so far, early or late, hanging on the call's own line; or of a call that is not there. */
const answered: fc.Arbitrary<Event> = fc
  .record({
    which: anywhere,
    orphan: fc.nat({ max: 9 }),
    content: fc.constantFrom(...RESULTS),
    onCall: fc.boolean(),
    spawned: fc.boolean(),
  })
  .map(({ which, orphan, content, onCall, spawned }) => (story, at) => {
    const call = orphan === 0 ? undefined : pick(story.calls, which)
    const more = spawned ? { toolUseResult: { status: 'completed', agentId: 'a302abc' } } : {}
    write(story, at, (uuid, parent) =>
      answers(uuid, call && onCall ? call.uuid : parent, call?.id ?? 'toolu_lost', content, more),
    )
  })

const INJECTED = [
  '<task-notification>done',
  'Base directory for this skill: /x',
  '<system-reminder>x',
  'Continue from where you left off.',
]

const quiet: fc.Arbitrary<Event> = fc
  .constantFrom<(uuid: string, parent: string | null) => Line>(
    interrupt,
    (uuid, parent) => meta(uuid, parent, 'Caveat: injected'),
    (uuid, parent) => command(uuid, parent, 'clear'),
    (uuid, parent) => human(uuid, parent, '<local-command-stdout>done</local-command-stdout>'),
    ...INJECTED.map((said) => (uuid: string, parent: string | null) => human(uuid, parent, said)),
    (uuid, parent) => human(uuid, parent, 'from a mate', { origin: { kind: 'task' } }),
    (uuid, parent) =>
      attachment(uuid, parent, 'environment', { rendered: [{ content: 'seen' }], renderedRole: 'user' }),
    (uuid, parent) => attachment(uuid, parent, 'file'),
    (uuid, parent) => system(uuid, parent, 'local_command', '<command-name>/cost</command-name>'),
    (uuid, parent) => system(uuid, parent, 'turn_duration', ''),
    apiError,
    foreign,
  )
  .map((make) => (story, at) => void write(story, at, make))

/** Lines next to the conversation: nothing hangs on them. */
const beside: fc.Arbitrary<Event> = fc
  .constantFrom<(uuid: string, parent: string | null) => Line>(
    progress,
    (uuid, parent) => human(uuid, parent, 'search', { isSidechain: true, agentId: 'a1' }),
    (uuid, parent) =>
      reply(uuid, parent, [{ type: 'text', text: 'found' }], `side-${uuid}`, { isSidechain: true, agentId: 'a1' }),
  )
  .map((make) => (story, at) => void write(story, at, make, false))

const aside: fc.Arbitrary<Event> = fc.tuple(fc.nat({ max: 11 }), anywhere).map(([kind, which]) => (story) => {
  const uuid = pick(story.uuids, which) ?? null
  const records: readonly Line[] = [
    lastPrompt(uuid),
    lastPrompt(story.tip),
    lastPrompt('not-there'),
    lastPrompt(`line-${story.count + (which % 3)}`), // a line still to come
    side('queue-operation', { operation: 'enqueue', content: 'later' }),
    title('Named'),
    side('ai-title', { aiTitle: 'Guessed' }),
    side('agent-name', { agentName: 'scout' }),
    { type: 'summary', summary: 'Old title', leafUuid: uuid },
    side('file-history-snapshot', { messageId: uuid, snapshot: { trackedFileBackups: {} } }),
    side('never-seen-before', { deep: { er: [1] } }),
    { trim_metadata: { by: 'another tool' } },
  ]
  story.lines.push(records[kind]!)
})

/** A compaction, with or without what the client kept, with or without lines before its summary, or without that. */
const compacted: fc.Arbitrary<Event> = fc
  .record({
    kept: fc.option(fc.tuple(anywhere, anywhere, fc.option(anywhere)), { freq: 2 }),
    between: fc.nat({ max: 2 }),
    summed: fc.nat({ max: 4 }),
  })
  .map(({ kept, between, summed }) => (story, at) => {
    const [headUuid, tailUuid] = [pick(story.uuids, kept?.[0] ?? 0), pick(story.uuids, kept?.[1] ?? 0)]
    const summaryUuid = `line-${story.count + 1 + between}`
    const anchorUuid = kept?.[2] == null ? summaryUuid : pick(story.uuids, kept[2])
    const segment = kept && headUuid && tailUuid && anchorUuid ? { headUuid, anchorUuid, tailUuid } : undefined
    write(story, { ...at, hang: 'root' }, (uuid) => boundary(uuid, story.tip, segment))
    for (let nth = 0; nth < between; nth++) {
      write(story, { ...at, hang: 'tip' }, (uuid, parent) => attachment(uuid, parent, 'date'))
    }
    if (summed > 0) write(story, { ...at, hang: 'tip' }, summary)
  })

/** A line written twice: the very same one, or another under its uuid. */
const repeated: fc.Arbitrary<Event> = fc.tuple(anywhere, fc.boolean()).map(([which, exact]) => (story, at) => {
  const line = pick(story.lines, which)
  if (!line || exact) {
    if (line) story.lines.push(line)
    return
  }
  write(story, at, (uuid, parent) => ({
    ...human(uuid, parent, 'again'),
    ...(line.uuid !== undefined && { uuid: line.uuid }),
  }))
})

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: spoken },
  { weight: 10, arbitrary: replied },
  { weight: 8, arbitrary: answered },
  { weight: 6, arbitrary: quiet },
  { weight: 2, arbitrary: beside },
  { weight: 6, arbitrary: aside },
  { weight: 2, arbitrary: compacted },
  { weight: 1, arbitrary: repeated },
)
