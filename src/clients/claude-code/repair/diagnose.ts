import type { Diagnosis, Examiner, FileProblem } from '../../client.ts'
import { textEnd } from '../../lines.ts'
import { messagesSent } from '../context/sent-blocks.ts'
import { leafOf } from '../context/sent-lines.ts'
import { readLine } from '../read/read-line.ts'
import { type Content, contentOf, isText, type Line, type Message } from '../schema.ts'
import { type Damage, type Mended, mend } from './mend.ts'
import type { Renames } from './mend-calls.ts'
import { type Mendable, mendableOf } from './mendable.ts'
import { staleUsage, type Weight, weigh } from './stale-usage.ts'

/** A record of a file in brief, with the number of its line. */
interface Found {
  readonly line: Line
  readonly weight: Weight
  readonly number: number
  /** False where it shares its line with something else: the client does not see it. */
  readonly isRead: boolean
}

/**
 * Says what keeps the client from resuming a file whole, line by line, and how many messages it would send before and
 * after it is mended. What costs nothing is no problem: gaps the client bridges, branches that were left, compactions.
 */
export function createExaminer(): Examiner {
  const found: Found[] = []
  const broken: BrokenLine[] = []
  const sessions = new Map<string, number>()
  let number = 0

  function find(record: Line, isRead: boolean): void {
    if (isText(record.uuid) && isText(record.sessionId) && !sessions.has(record.sessionId))
      sessions.set(record.sessionId, number)
    found.push({ line: briefOf(record), weight: weigh(record), number, isRead })
  }

  return {
    add(line) {
      number++
      const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
      if (reading.kind === 'record') find(reading.record, true)
      if (reading.kind !== 'broken') return
      const records = reading.fragments.filter(({ record }) => record)
      for (const { record, isRead } of records) find(record!, isRead)
      const lost = records.length < reading.fragments.length
      const isBegun = reading.fragments[0]?.isRead === true
      broken.push({ line: number, problem: reading.problem, whole: records.length, lost, isBegun })
    },
    diagnose: () => ({ ...diagnosisOf(found, broken), sessions }),
  }
}

function diagnosisOf(found: readonly Found[], broken: readonly BrokenLine[]): Diagnosis {
  const isSidechain = found.find(({ line, isRead }) => isRead && isText(line.uuid))?.line.isSidechain === true
  const chain = found.filter(({ line }) => isSidechain || line.isSidechain !== true)
  const readable = chain.filter(({ isRead }) => isRead).map(({ line }) => line)
  const { nodes, of } = nodesOf(chain)
  const mended = mend(nodes)
  const refusal = refusalOf(readable, chain, nodes)
  const usage = usageProblem(mended, of)
  const missed = new Set(mended.sent.filter(({ isRead }) => !isRead).map(({ place }) => of(place).number))
  return {
    problems: [
      ...broken.filter((one) => one.lost || missed.has(one.line)).map(tellBroken),
      ...mended.damages.map((damage) => tell(damage, nodes, of)),
      ...(refusal ? [refusal] : []),
      ...(usage ? [usage] : []),
    ].sort((a, b) => a.line - b.line),
    messagesBefore: refusal ? 0 : messagesSent(readable),
    messagesAfter: messagesSent(mendedLines(mended, (place) => of(place).line)),
  }
}

/** A line of which the client reads what it begins with, at the most. */
interface BrokenLine {
  readonly line: number
  readonly problem: string
  /** Records that can be read on it. */
  readonly whole: number
  /** Whether something on it cannot be read. */
  readonly lost: boolean
  /** Whether it begins with a record, which the client reads. */
  readonly isBegun: boolean
}

/** Whole records that nobody misses, such as side records, are no problem; what cannot be read may be one. */
function tellBroken({ line, problem, whole, lost, isBegun }: BrokenLine): FileProblem {
  const rest = lost ? ', the rest is left out' : ''
  return {
    line,
    what: `${problem}: the client ${isBegun ? 'reads only the first record' : 'skips the line'}`,
    fix: whole === 0 ? 'left out, nothing of it can be read' : `each record gets a line of its own${rest}`,
  }
}

function nodesOf(chain: readonly Found[]) {
  const nodes: Mendable[] = []
  const owners: Found[] = []
  for (const one of chain) {
    const node = mendableOf(one.line, nodes.length, one.isRead)
    if (!node) continue
    nodes.push(node)
    owners.push(one)
  }
  return { nodes, of: (place: number) => owners[place]! }
}

/** Why the client says that there is no such conversation, if it does. */
function refusalOf(
  readable: readonly Line[],
  chain: readonly Found[],
  nodes: readonly Mendable[],
): FileProblem | undefined {
  const lines = readable.filter((line) => isText(line.uuid))
  if (lines.length === 0) return undefined
  if (lines.every((line) => line.isSidechain === true && line.agentId === undefined)) {
    return {
      line: chain.find(({ line }) => isText(line.uuid))!.number,
      what: 'every line is marked as a subagent’s: the client finds no conversation',
      fix: 'the marks are taken off',
    }
  }
  const leaf = leafOf(nodes.filter((node) => node.isRead))
  if (!leaf || leaf.at > 0) return undefined
  return {
    line: chain.findLast(({ line, isRead }) => isRead && line.uuid === leaf.uuid)!.number,
    what: 'the line to go on from has no time: the client finds no conversation',
    fix: 'it gets the time of the line before it',
  }
}

function usageProblem(mended: Mended<Mendable>, of: (place: number) => Found): FileProblem | undefined {
  const stale = staleUsage(mended.sent.map(({ place }) => of(place).weight))
  return (
    stale && {
      line: of(mended.sent[stale.at]!.place).number,
      what: `the last reply says that ${stale.context} tokens fill the window, of about ${stale.tokens} that are there: the client compacts at once`,
      fix: 'it says what is there',
    }
  )
}

function tell(damage: Damage, nodes: readonly Mendable[], of: (place: number) => Found): FileProblem {
  const number = (place: number) => of(place).number
  const line = number(damage.place)
  switch (damage.kind) {
    case 'parent-missing':
      return {
        line,
        what: `its parent ${nodes[damage.place]!.parent} is not in the file: nothing before it is resumed`,
        fix: `follows line ${number(damage.follows!)}`,
      }
    case 'parent-unknown':
      return {
        line: number(damage.by!),
        what: `the client does not know lines of type ${JSON.stringify(of(damage.by!).line.type ?? null)}: nothing before it is resumed`,
        fix: `left out; line ${line} follows line ${number(damage.follows!)}`,
      }
    case 'parent-none':
      return {
        line,
        what: 'it has no parent: nothing before it is resumed',
        fix: `follows line ${number(damage.follows!)}`,
      }
    case 'circle':
      return {
        line,
        what: 'its parents run in a circle: nothing before it is resumed',
        fix: `follows line ${number(damage.follows!)}`,
      }
    case 'uuid-taken':
      return {
        line,
        what: `line ${number(damage.by!)} has the same uuid: the client sees only that one`,
        fix: 'gets a uuid of its own',
      }
    case 'leaf-stale':
      return {
        line,
        what: `it names an older line to go on from: nothing that was said up to line ${number(damage.by)} since is resumed`,
        fix: 'left out',
      }
    case 'call-repeated':
      return {
        line,
        what: `the call ${damage.call} comes before it already: the client leaves this one out`,
        fix: 'gets an id of its own, its answer too',
      }
    case 'call-open':
      return {
        line,
        what: `the call ${damage.call} has no answer: the client leaves it out`,
        fix: 'answered as interrupted',
      }
    case 'answer-alone':
      return {
        line,
        what: `the call ${damage.call} that it answers is not in the file: the client leaves it out`,
        fix: 'left out',
      }
  }
}

const OF_LINE = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'timestamp',
  'agentId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'isDisplayOnly',
  'origin',
  'turnPosition',
  'compactMetadata',
  'leafUuid',
] as const satisfies readonly (keyof Line)[]
const OF_MESSAGE = ['id', 'role'] as const satisfies readonly (keyof Message)[]
const OF_BLOCK = ['type', 'text', 'thinking', 'id', 'tool_use_id'] as const satisfies readonly (keyof Content)[]

/**
 * A line without what nobody asks for who wants to know which lines are sent: what tools were given and gave back,
 * pictures, and the client's own notes. That is most of a session.
 */
function briefOf(line: Line): Line {
  const { message } = line
  const brief = picked(line, OF_LINE)
  if (!message) return brief
  const { content } = message
  const blocks = Array.isArray(content) ? content.map((block) => briefBlock(block)) : content
  return { ...brief, message: { ...picked(message, OF_MESSAGE), ...(blocks !== undefined && { content: blocks }) } }
}

function briefBlock(block: Content): Content {
  return typeof block === 'object' && block !== null ? picked(block, OF_BLOCK) : block
}

function picked<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const some: Partial<T> = {}
  for (const key of keys) if (from[key] !== undefined) some[key] = from[key]
  return some as Pick<T, K>
}

/** Mended lines as a file would have them: linked one after the other, and every call answered. */
function mendedLines({ sent, renames, openCalls }: Mended<Mendable>, lineOf: (place: number) => Line): readonly Line[] {
  const open = new Set(openCalls)
  const lines: Line[] = []
  const put = (line: Line) => {
    const parentUuid = lines.length === 0 ? null : String(lines.length - 1)
    lines.push({ ...line, uuid: String(lines.length), parentUuid })
  }
  let calls: string[] = []
  for (const [at, node] of sent.entries()) {
    put(withNames(lineOf(node.place), renames.get(node.place)))
    calls.push(...node.calls)
    if (sent[at + 1]?.messageId !== undefined && sent[at + 1]?.messageId === node.messageId) continue
    for (const call of calls) if (open.has(call)) put(interrupted(call))
    calls = []
  }
  return lines
}

function interrupted(call: string): Line {
  return { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call }] } }
}

function withNames(line: Line, names: Renames | undefined): Line {
  if (!names) return { ...line, isSidechain: false }
  const content = contentOf(line.message).map((block) => ({
    ...block,
    ...(block.id !== undefined && { id: names.get(block.id) ?? block.id }),
    ...(block.tool_use_id !== undefined && { tool_use_id: names.get(block.tool_use_id) ?? block.tool_use_id }),
  }))
  const id = line.message?.id
  return {
    ...line,
    isSidechain: false,
    message: { ...line.message, content, ...(id !== undefined && { id: names.get(id) ?? id }) },
  }
}
