import { Failure } from '../model/errors.ts'
import type { Workspace } from '../record/workspace.ts'
import { type CommandEnd, runCommand } from '../system/run-command.ts'

export interface ArchiveOptions {
  /** Told all that the command said, where it failed. */
  readonly heard?: (output: Uint8Array) => void
  readonly signal?: AbortSignal
  readonly limitMs?: number
}

/** An archive that takes longer has to wait for another time. */
const LIMIT_MS = 120_000

/**
 * Runs the command that the user set for archiving sessions, if there is one. The record has everything already, so a
 * command that fails is a warning. Nothing is run where nothing is set.
 */
export async function archive(
  workspace: Workspace,
  { heard, signal, limitMs = LIMIT_MS }: ArchiveOptions = {},
): Promise<readonly string[]> {
  const command = (await workspace.settings?.())?.['context.archive_command']
  if (command === undefined) return []
  const end = await runCommand(command, { cwd: workspace.cwd, limitMs, isQuiet: true, signal })
  if (signal?.aborted) {
    throw new Failure('interrupted', 'Stopped while sessions were archived; nothing was written.', {
      hint: 'Run the same command again when you like.',
    })
  }
  if (end.status === 0) return []
  heard?.(end.output)
  return [
    `The archive command \`${command}\` ${howItEnded(end, limitMs)}. The session is in the record anyway; \`stet config unset context.archive_command\` stops running it.`,
  ]
}

function howItEnded({ status, isLate }: CommandEnd, limitMs: number): string {
  if (isLate) return `did not end in ${limitMs / 1000} s and was stopped`
  return status === null ? 'was ended by a signal' : `ended with ${status}`
}
