import type { Diagnosis, Examiner, FileProblem } from '../client.ts'
import { textEnd } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { MessageLog } from './inner-records.ts'
import { readLine } from './schema.ts'

/** A message that the client holds: where it is, and whose calls it has and answers. */
interface Held {
  readonly line: number
  readonly calls: readonly string[]
  readonly answers: readonly string[]
}

/**
 * Says what keeps the client from resuming a file whole, as it was measured: it forgets everything where a message is taken back
 * that is not there, and sends calls without an answer and answers without a call, which its API refuses. Lines that it
 * cannot read it passes over.
 */
export function createExaminer(): Examiner {
  const [asItIs, mended] = [createContextReader(), createContextReader({ mends: true })]
  const problems: FileProblem[] = []
  let number = 0
  const log = new MessageLog<Held>(
    ({ line }) => {
      const blocks = blocksOf(line)
      const idsOf = (type: string) => blocks.flatMap((one) => (one.type === type ? (one.tool_use_id ?? []) : []))
      return { line: number, calls: idsOf('tool_use'), answers: idsOf('tool_result') }
    },
    { mends: true },
  )

  return {
    add(bytes) {
      number++
      asItIs.add(bytes)
      mended.add(bytes)
      const text = bytes.subarray(0, textEnd(bytes, 0, bytes.length))
      const line = readLine(text)
      if (!line) return
      if (line.kind === 'rewind' && !log.has(String(line.fields.$rewindTo)))
        problems.push({
          line: number,
          what: 'it takes back a message that is not there, and the client forgets all before it',
          fix: 'nothing is taken back',
        })
      log.add(line, text)
    },
    diagnose(): Diagnosis {
      const held = [...log.held()]
      const calls = new Set(held.flatMap((message) => message.calls))
      const answers = new Set(held.flatMap((message) => message.answers))
      const unpaired = held.flatMap((message): readonly FileProblem[] => [
        ...told(message, message.calls, answers, 'a call has no answer', 'it is answered as cancelled'),
        ...told(message, message.answers, calls, 'an answer has no call', 'it is left out'),
      ])
      const count = (reader: typeof asItIs) =>
        reader.context(() => 0).parts.flatMap(({ lines }) => lines.filter(({ isMessage }) => isMessage)).length
      return {
        problems: [...problems, ...unpaired].sort((a, b) => a.line - b.line),
        messagesBefore: count(asItIs),
        messagesAfter: count(mended),
      }
    },
  }
}

function told(
  { line }: Held,
  ids: readonly string[],
  others: ReadonlySet<string>,
  what: string,
  fix: string,
): readonly FileProblem[] {
  if (ids.every((id) => others.has(id))) return []
  return [{ line, what: `${what}, and the API refuses it`, fix }]
}
