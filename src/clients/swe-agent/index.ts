import { basename } from 'node:path'
import { hashHex, type RoundId, safeName } from '../../model/id.ts'
import type { Client } from '../client.ts'
import { startRound } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import { objectsIn, type Piece, valueStart } from '../kit/pieces.ts'
import { readerOf } from '../kit/reader.ts'
import { recordEnd } from '../kit/record-end.ts'
import { blocksOf, type Line, mayBegin, readLine, TOOLS } from './messages.ts'

/** How a trajectory begins, in older versions and in newer ones. */
const BEGINS = /^\s*\{\s*(?:"environment"\s*:\s*"[^"\\]*"\s*,\s*)?"trajectory"\s*:\s*\[\s*[{\]]/

const createParser = parserOf<object, Line>(
  () => ({}),
  ({ state, count, turn }) => {
    return {
      read: readLine,
      role: ({ kind }) => (kind === 'other' ? 'plain' : 'message'),
      add(line, bytes): readonly Piece[] {
        if (line.kind !== 'trajectory') return addMessage(line, bytes, 0, bytes.length)
        return objectsIn(bytes, valueStart(bytes, bytes.indexOf('{'), 'history')).flatMap(({ start, end }) => {
          const message = readLine(bytes.subarray(start, end))
          return message ? addMessage(message, bytes, start, end) : []
        })
      },
    }

    function addMessage(line: Line, bytes: Buffer, start: number, end: number): readonly Piece[] {
      const begins = state.round === 0 && mayBegin(line)
      if (begins) turn(String(startRound(state)))
      const drafts = blocksOf(line, begins)
      if (drafts.length === 0) return []
      const idOf = () => hashHex(bytes.subarray(start, end)) as RoundId
      count({
        owner: state.round,
        drafts,
        at: null,
        idOf,
        isHuman: begins,
        isReply: line.fields.role === 'assistant',
      })
      return [{ start, end, owner: state.round }]
    }
  },
)

/** Trajectories of SWE-agent are recorded, read and searched; none is written. They are where its user keeps them. */
export const sweAgent = {
  name: 'swe-agent',
  label: 'SWE-agent',
  agent: 'swe-agent',
  format: 'swe-agent-v1',
  files: {
    async *find() {},
    mayHold: (path) => path.endsWith('.traj'),
    recognises: (_path, head) => BEGINS.test(head.toString('utf8')),
    identify: (path) => safeName(basename(path).replace(/\.traj$/, '')),
    isNamedByFile: true,
    nameOf: (sessionId) => `${sessionId}.traj`,
  },
  reader: readerOf({
    parser: createParser,
    lineEnd: recordEnd,
    read: readLine,
    blocks: blocksOf,
    active: (rows) => ({ leaf: null, rounds: rows.map(Number), cut: [] }),
  }),
  tools: TOOLS,
} as const satisfies Client
