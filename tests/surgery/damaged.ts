import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of a session; a text where it is not one JSON object. */
export type Line = Readonly<Record<string, unknown>> | string
type Chain = Readonly<Record<string, unknown>> & { readonly uuid: string }

export interface DamagedSession {
  readonly name: string
  readonly lines: readonly Line[]
  /** Where the problems are, and how each is told, in the order of the file. */
  readonly problems: readonly (readonly [line: number, what: string])[]
  readonly before: number
  readonly after: number
  /** Whether a repair gives back every word of the session that was damaged; false where some were destroyed. */
  readonly isWhole: boolean
  /** The client does not get as far as sending what is there. */
  readonly compacts?: true
}

/** Two rounds with parallel calls in both: ten messages, recorded with the real client. */
export const SOUND = fixture('parallel-tools-2.1.325')
export const SOUND_MESSAGES = 10

/** Lines of it that are damaged below, by their numbers. */
const [PARALLEL, ANSWER, PROMPT, THOUGHT, CALL, RESULT, LAST] = [13, 17, 24, 25, 26, 27, 33]

const GONE = '99999999-0000-4000-8000-000000000000'
const OWN = '88888888-0000-4000-8000-000000000000'

export const DAMAGED: readonly DamagedSession[] = [
  {
    name: 'a parent that is not there, an hour later',
    lines: change(late(PROMPT), PROMPT, { parentUuid: GONE }),
    problems: [[PROMPT, `its parent ${GONE} is not in the file`]],
    before: 6,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'an answer whose parent is not there, an hour later',
    lines: change(late(RESULT), RESULT, { parentUuid: GONE }),
    problems: [[RESULT, `its parent ${GONE} is not in the file`]],
    before: 3,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a reply without a parent',
    lines: change(SOUND, THOUGHT, { parentUuid: null }),
    problems: [[THOUGHT, 'it has no parent']],
    before: 5,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a prompt of the second turn without a parent',
    lines: change(SOUND, PROMPT, { parentUuid: null }),
    problems: [[PROMPT, 'it has no parent']],
    before: 6,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'no links at all',
    lines: SOUND.map((line) => ('uuid' in line ? { ...line, parentUuid: null } : line)),
    problems: SOUND.flatMap((line, at) => ('uuid' in line && at > 2 ? [[at + 1, 'it has no parent'] as const] : [])),
    before: 1,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'parents in a circle, an hour later',
    lines: change(late(PROMPT), PROMPT, { parentUuid: uuidOf(CALL) }),
    problems: [[PROMPT, 'its parents run in a circle']],
    before: 6,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a line of another tool in the chain, an hour before',
    lines: insert(change(late(PROMPT), PROMPT, { parentUuid: OWN }), PROMPT, {
      ...chainLine(ANSWER),
      type: 'note-of-another-tool',
      uuid: OWN,
      parentUuid: uuidOf(ANSWER),
    }),
    problems: [[PROMPT, 'the client does not know lines of type "note-of-another-tool"']],
    before: 6,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a call without an answer',
    lines: change(SOUND, RESULT + 1, { parentUuid: uuidOf(CALL) }).toSpliced(RESULT - 1, 1),
    problems: [[CALL, 'has no answer']],
    before: 8,
    after: SOUND_MESSAGES,
    isWhole: false,
  },
  {
    name: 'an answer without a call',
    lines: change(SOUND, RESULT, { parentUuid: uuidOf(THOUGHT) }).toSpliced(CALL - 1, 1),
    problems: [[RESULT - 1, 'that it answers is not in the file']],
    before: 8,
    after: 8,
    isWhole: false,
  },
  {
    name: 'two calls of one id',
    lines: SOUND.map((line) => JSON.parse(JSON.stringify(line).replaceAll(callIn(CALL), callIn(11)))),
    problems: [[CALL, 'comes before it already']],
    before: 8,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a history that is there twice under new uuids',
    lines: [...withoutPointers(SOUND), ...copyOf(SOUND)],
    problems: [40, 41, 47, 50, 51].map((line) => [line, 'comes before it already'] as const),
    before: 14,
    after: 2 * SOUND_MESSAGES,
    isWhole: false,
  },
  {
    name: 'a pointer to a line beside the chain that was gone on with',
    lines: withoutPointers(SOUND)
      .toSpliced(
        ANSWER - 1,
        0,
        { ...chainLine(ANSWER), type: 'system', subtype: 'turn_duration', uuid: OWN, message: undefined },
        { type: 'last-prompt', leafUuid: OWN, sessionId: chainLine(ANSWER).sessionId },
      )
      .map((line) => (typeof line !== 'string' && line.uuid === OWN ? { ...line, parentUuid: uuidOf(ANSWER) } : line)),
    problems: [[ANSWER + 1, 'it names an older line to go on from']],
    before: 4,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a pointer to the last line before a gap',
    lines: change(late(PROMPT), PROMPT, { parentUuid: GONE }).filter((_, at) => at !== 33),
    problems: [[PROMPT, `its parent ${GONE} is not in the file`]],
    before: 4,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'half a line, and what hung on it came an hour later',
    lines: replace(late(THOUGHT), PROMPT, textOf(PROMPT).slice(0, 200)),
    problems: [
      [PROMPT, 'not a JSON object: the client skips the line'],
      [THOUGHT, `its parent ${uuidOf(PROMPT)} is not in the file`],
    ],
    before: 5,
    after: 8,
    isWhole: false,
  },
  {
    name: 'two records on one line',
    lines: replace(SOUND, CALL, textOf(CALL) + textOf(RESULT)).toSpliced(RESULT - 1, 1),
    problems: [[CALL, '2 records on one line: the client reads only the first record']],
    before: 8,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'two records on one line with a space between them',
    lines: replace(SOUND, CALL, `${textOf(CALL)} ${textOf(RESULT)}`).toSpliced(RESULT - 1, 1),
    problems: [[CALL, '2 records on one line: the client reads only the first record']],
    before: 8,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a record with something after it',
    lines: replace(SOUND, CALL, `${textOf(CALL)}"xyz`),
    problems: [[CALL, 'a record with something else on its line: the client reads only the first record']],
    before: SOUND_MESSAGES,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a prompt and a thought on one line',
    lines: replace(SOUND, PROMPT, textOf(PROMPT) + textOf(THOUGHT)).toSpliced(THOUGHT - 1, 1),
    problems: [[PROMPT, '2 records on one line: the client reads only the first record']],
    before: SOUND_MESSAGES,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'half a record and a whole one on one line',
    lines: replace(late(PROMPT), PROMPT, `{"type":"user","mess${textOf(PROMPT, 3_600_000)}`),
    problems: [[PROMPT, 'a record with something else on its line: the client skips the line']],
    before: 5,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a line that is no JSON',
    lines: insert(SOUND, CALL, 'Segmentation fault (core dumped)'),
    problems: [[CALL, 'not a JSON object: the client skips the line']],
    before: SOUND_MESSAGES,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'two lines of one uuid',
    lines: withoutPointers(change(SOUND, LAST, { uuid: uuidOf(PARALLEL) })),
    problems: [[PARALLEL, `line ${LAST - 2} has the same uuid`]],
    before: SOUND_MESSAGES,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a last line without a time',
    lines: change(SOUND, LAST, { timestamp: undefined }),
    problems: [[LAST, 'the line to go on from has no time']],
    before: 0,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a last line whose time is none',
    lines: change(SOUND, LAST, { timestamp: 'yesterday' }),
    problems: [[LAST, 'the line to go on from has no time']],
    before: 0,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'every line marked as a subagent’s',
    lines: SOUND.map((line) => ('uuid' in line ? { ...line, isSidechain: true } : line)),
    problems: [[3, 'every line is marked as a subagent’s']],
    before: 0,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
  {
    name: 'a last reply that says the window is full',
    lines: change(SOUND, LAST, {
      message: {
        ...(chainLine(LAST).message as object),
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 990_000,
          cache_creation_input_tokens: 0,
          output_tokens: 20,
        },
      },
    }),
    problems: [[LAST, 'the last reply says that 990030 tokens fill the window']],
    before: SOUND_MESSAGES,
    after: SOUND_MESSAGES,
    isWhole: true,
    compacts: true,
  },
  {
    name: 'two things at once',
    lines: change(change(late(PROMPT), PROMPT, { parentUuid: GONE }), LAST, { timestamp: undefined }),
    problems: [
      [PROMPT, `its parent ${GONE} is not in the file`],
      [LAST, 'the line to go on from has no time'],
    ],
    before: 0,
    after: SOUND_MESSAGES,
    isWhole: true,
  },
]

/** Sessions that are as somebody wanted them, or that the client copes with by itself. */
export const UNDAMAGED: readonly { readonly name: string; readonly lines: readonly Line[] }[] = [
  { name: 'a gap that the client bridges', lines: change(SOUND, PROMPT, { parentUuid: GONE }) },
  { name: 'a circle that the client bridges', lines: change(SOUND, PROMPT, { parentUuid: uuidOf(CALL) }) },
  { name: 'first rounds that were taken away', lines: SOUND.slice(PROMPT - 1) },
  {
    name: 'a prompt that begins anew',
    lines: change(SOUND, PROMPT, { parentUuid: null, turnPosition: undefined }),
  },
  {
    name: 'a context that was cleared for a plan',
    lines: insert(change(SOUND, PROMPT, { parentUuid: OWN, turnPosition: undefined }), PROMPT, {
      ...chainLine(ANSWER),
      type: 'progress',
      uuid: OWN,
      parentUuid: null,
      message: undefined,
    }),
  },
  {
    name: 'a branch that was left',
    lines: withoutPointers(change(late(PROMPT), PROMPT, { parentUuid: uuidOf(7) })),
  },
  {
    name: 'a branch that was gone back to',
    lines: [
      ...withoutPointers(change(late(PROMPT), PROMPT, { parentUuid: uuidOf(7) })),
      { type: 'last-prompt', leafUuid: uuidOf(ANSWER) },
    ],
  },
  {
    name: 'a pointer to an older line, written last',
    lines: [...fixture('branches-2.1.325'), { type: 'last-prompt', leafUuid: uuidOf(ANSWER) }],
  },
  { name: 'a line that was written twice', lines: insert(SOUND, PROMPT, chainLine(ANSWER)) },
  { name: 'a line without a time in the middle', lines: change(SOUND, CALL, { timestamp: undefined }) },
  { name: 'a call that the session ended in', lines: SOUND.slice(0, CALL) },
  { name: 'side records on one line', lines: insert(SOUND, PROMPT, textOf(18) + textOf(19)) },
]

export function fileOf(lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
}

export function fixture(name: string): readonly Readonly<Record<string, unknown>>[] {
  const text = readFileSync(join(import.meta.dirname, `../fixtures/claude-code/${name}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function chainLine(number: number): Chain {
  return SOUND[number - 1] as Chain
}

function uuidOf(number: number): string {
  return chainLine(number).uuid
}

/** The line as it is in the file; with `by`, so many milliseconds later. */
function textOf(number: number, by = 0): string {
  const line = chainLine(number)
  return JSON.stringify(by === 0 ? line : { ...line, timestamp: later(line.timestamp, by) })
}

function callIn(number: number): string {
  return (chainLine(number).message as { content: { id: string }[] }).content[0]!.id
}

function change(lines: readonly Line[], number: number, fields: Readonly<Record<string, unknown>>): readonly Line[] {
  return lines.with(number - 1, { ...(lines[number - 1] as object), ...fields })
}

function replace(lines: readonly Line[], number: number, line: Line): readonly Line[] {
  return lines.with(number - 1, line)
}

/** Puts a line before the one of this number. */
function insert(lines: readonly Line[], number: number, line: Line): readonly Line[] {
  return lines.toSpliced(number - 1, 0, line)
}

/** From this line on, everything came an hour later. */
function late(number: number): readonly Line[] {
  return SOUND.map((line, at) =>
    at >= number - 1 && line.timestamp ? { ...line, timestamp: later(line.timestamp, 3_600_000) } : line,
  )
}

function later(time: unknown, by: number): string {
  return new Date(Date.parse(String(time)) + by).toISOString()
}

function withoutPointers(lines: readonly Line[]): readonly Line[] {
  return lines.filter((line) => typeof line === 'string' || line.type !== 'last-prompt')
}

/** The chain lines once more, after the last one, as a merge that minds only uuids would write them. */
function copyOf(lines: readonly Line[]): readonly Line[] {
  return withoutPointers(lines).flatMap((line) => {
    if (typeof line === 'string' || typeof line.uuid !== 'string') return []
    const parent = line.parentUuid === null ? uuidOf(LAST) : `c${String(line.parentUuid).slice(1)}`
    return [{ ...line, uuid: `c${line.uuid.slice(1)}`, parentUuid: parent }]
  })
}
