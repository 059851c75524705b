import type { OutlinePart } from '../../model/outline.ts'
import { TOKEN_KINDS } from '../../model/tokens.ts'
import { nodesAt, nodesOf, type OutlineNode } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { type CutPart, cutIntoParts } from './parts.ts'
import { openCallsOf, sentNodes } from './sent-lines.ts'

/** The first number of the stored format: none that columns begin with. */
const KIND = -1
/**
 * The second: to be raised when other lines would be found, or in another order (sent-lines.ts, active-path.ts), or when
 * they would be cut or weighed in another way (parts.ts, passage.ts, model/tokens.ts).
 */
const VERSION = 4
const HEAD = 8
const PART_KINDS = ['round', 'synthetic', 'other'] as const

/** Which lines the client sends, in their order, and what they make up: finding that out takes as long as all the rest. */
export interface SentRows {
  readonly rows: Int32Array
  /** How the rows are cut into parts, one behind the other. */
  readonly parts: readonly CutPart[]
  readonly openCalls: readonly string[]
  /** Whether each line has a uuid of its own. */
  readonly isDistinct: boolean
  /** Whether no two parts have a call or an answer of the same id. */
  readonly areApart: boolean
}

export function findSentRows(table: OutlineTable): SentRows {
  const rows = Int32Array.from(sentNodes(nodesOf(table)).filter(isSendable), ({ place }) => place)
  const nodes = nodesAt(table, rows, false)
  const cut = cutIntoParts(nodes, table)
  const parts = cut.map(({ kind, lines, tokens, isSound }) => ({ kind, count: lines.length, tokens, isSound }))
  const isDistinct = new Set(nodes.map(({ uuid }) => uuid)).size === nodes.length
  return { rows, parts, openCalls: openCallsOf(nodes), isDistinct, areApart: haveOwnCalls(cut) }
}

function haveOwnCalls(parts: readonly OutlinePart[]): boolean {
  const owners = new Map<string, OutlinePart>()
  for (const part of parts) {
    for (const { ownCalls, ownAnswers } of part.lines) {
      for (const call of [...ownCalls, ...ownAnswers]) {
        if ((owners.get(call) ?? part) !== part) return false
        owners.set(call, part)
      }
    }
  }
  return true
}

/** Whether a line that the client goes through is one it sends, or that stands between such lines. */
export function isSendable({ kind, isLeftOut }: OutlineNode): boolean {
  return !isLeftOut && kind !== 'leaf' && kind !== 'foreign'
}

/** `bytes` are those of the lines they were found among. */
export function encodeSentRows(sent: SentRows, bytes: number): Buffer {
  const { rows, parts, openCalls, isDistinct, areApart } = sent
  const texts = Buffer.from(JSON.stringify(openCalls))
  const length = Float64Array.of(bytes)
  const head = [
    KIND,
    VERSION,
    ...new Int32Array(length.buffer),
    rows.length,
    parts.length,
    Number(isDistinct),
    Number(areApart),
  ]
  const numbers = parts.flatMap(({ kind, count, tokens, isSound }) => [
    PART_KINDS.indexOf(kind),
    count,
    Number(isSound),
    ...TOKEN_KINDS.map((token) => tokens[token]),
  ])
  return Buffer.concat([...[Int32Array.from([...head, ...numbers]), rows].map(bytesOf), texts])
}

/** Undefined for what is something else, or was found in another way, or among other lines. */
export function decodeSentRows(stored: Uint8Array, bytes: number): SentRows | undefined {
  if (stored.length < HEAD * Int32Array.BYTES_PER_ELEMENT) return undefined
  const { buffer } = new Uint8Array(stored)
  const head = new Int32Array(buffer, 0, HEAD)
  if (head[0] !== KIND || head[1] !== VERSION || new Float64Array(buffer, 8, 1)[0] !== bytes) return undefined
  const [rowCount, partCount, isDistinct, areApart] = [head[4]!, head[5]!, head[6] === 1, head[7] === 1]
  const stride = 3 + TOKEN_KINDS.length
  const numbers = new Int32Array(buffer, head.byteLength, partCount * stride)
  const rows = new Int32Array(buffer, numbers.byteOffset + numbers.byteLength, rowCount)
  const openCalls = JSON.parse(Buffer.from(buffer, rows.byteOffset + rows.byteLength).toString())
  const parts = Array.from({ length: partCount }, (_, nth) =>
    partIn(numbers.subarray(nth * stride, (nth + 1) * stride)),
  )
  return { rows, parts, openCalls, isDistinct, areApart }
}

function partIn([kind, count, isSound, ...tokens]: Int32Array): CutPart {
  return {
    kind: PART_KINDS[kind!]!,
    count: count!,
    tokens: Object.fromEntries(TOKEN_KINDS.map((token, nth) => [token, tokens[nth]!])) as CutPart['tokens'],
    isSound: isSound === 1,
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
