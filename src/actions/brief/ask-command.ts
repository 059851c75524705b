import type { Summarizer } from '../../brief/summarizer.ts'
import { mask } from '../../redaction/mask.ts'
import { ensureSummarizerMark } from '../record/summarizer-mark.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'
import { unavailable } from './ask-server.ts'

/** Says to hooks that this session is the summarizer's own, so that it is never captured. */
const IN_ENVIRONMENT = 'STET_SUMMARIZER'

export const LIMIT_MS = 300_000
/** No answer that is of use is as long. */
export const MOST_BYTES = 1 << 20

/** A command that is given the instructions and the text, and prints what it writes. */
export function askCommand(workspace: Workspace, command: string, name: string): Summarizer {
  const { cwd, signal } = workspace
  return {
    name,
    async write(instructions, text) {
      const ran = await runCommand(`${IN_ENVIRONMENT}=1; export ${IN_ENVIRONMENT}; ${command}`, {
        cwd,
        limitMs: LIMIT_MS,
        mostBytes: MOST_BYTES,
        input: `${ensureSummarizerMark(workspace)} ${instructions}\n\n${text}`,
        isQuiet: true,
        signal,
      })
      if (ran.isLate) throw unavailable(name, `it took longer than ${LIMIT_MS / 1000} s`)
      if (ran.isLong) throw unavailable(name, `its answer is longer than ${MOST_BYTES} bytes`)
      if (ran.status !== 0) throw unavailable(name, `it ended with ${ran.status}${await lastLine(ran.output)}`)
      const answer = ran.answer.toString('utf8')
      if (answer.trim() === '') throw unavailable(name, 'its answer has no text')
      return answer
    },
  }
}

/** What a command that failed said last. */
async function lastLine(output: Buffer): Promise<string> {
  const line = output.toString('utf8').trim().split('\n').at(-1)!.trim().slice(0, 200)
  return line === '' ? '' : ` (${(await mask(line)).text})`
}
