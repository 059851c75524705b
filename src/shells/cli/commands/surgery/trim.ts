import type { TrimOptions } from '../../../../actions/surgery/trim-session.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'
import { ERR, write } from '../../output.ts'
import { wholeNumber } from '../../whole-number.ts'

export const trimCommand = defineCommand({
  name: 'trim',
  group: 'Surgery',
  summary: 'cut long tool results to their beginning',
  about:
    'Every round stays; results of the named tools that are longer than the threshold keep their first characters and say where the rest is. Nothing is lost: stet inject gives it back. Before it writes, the command of the setting context.archive_command is run, if there is one; see stet config.',
  writes: true,
  arguments: { session: SESSION },
  options: {
    threshold: { summary: 'characters that stay; 500 unless given', value: 'N' },
    tools: { summary: 'whose results, or all; those that read, search and run unless given', value: 'TOOL,…' },
    'keep-recent': { summary: 'leave the last K rounds as they are', value: 'K' },
    assistant: { summary: "cut the agent's long messages: the first N, or with -N all but the last N", value: 'N' },
    'tool-inputs': { summary: 'cut long inputs of calls, too' },
    images: { summary: 'replace images with references' },
    duplicates: { summary: 'of results that say the same, only the last stays' },
    superseded: { summary: 'cut file reads that a later read or edit made stale' },
    smart: { summary: 'have a command choose what is replaced by a summary of its own', value: 'COMMAND' },
    agents: { summary: "cut agents' final reports, too" },
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet trim latest', does: 'the newest session of this folder, as a new one' },
    { command: 'stet trim 40e785a0 --threshold 200 --keep-recent 3 --dry-run', does: 'says what that would save' },
  ],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace, signal }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { trimSession } = await import('../../../../actions/surgery/trim-session.ts')
    const { chooseLines } = await import('../../../../actions/surgery/choose-lines.ts')
    const wanted = trimOptions(options)
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const chosen = options.smart === undefined ? undefined : await chooseLines(opened, session, options.smart, wanted)
    const value = await trimSession(
      opened,
      session,
      { ...wanted, ...(chosen && { chosen }) },
      {
        ...(await surgeryOptions(options, dryRun)),
        archiving: { signal, heard: (output) => write(ERR, output) },
      },
    )
    return operationAnswer(opened, value, { exec: options.exec, dryRun })
  },
})

interface Given {
  readonly threshold: string | undefined
  readonly tools: string | undefined
  readonly 'keep-recent': string | undefined
  readonly assistant: string | undefined
  readonly 'tool-inputs': boolean
  readonly images: boolean
  readonly duplicates: boolean
  readonly superseded: boolean
  readonly agents: boolean
}

/** What the options say; where they say nothing, the operation's own defaults hold. */
function trimOptions(given: Given): Partial<TrimOptions> {
  const { threshold, tools, assistant, images, duplicates, superseded, agents } = given
  const recent = given['keep-recent']
  return {
    ...(threshold !== undefined && { threshold: wholeNumber(threshold, '--threshold') }),
    ...(tools !== undefined && { tools: tools === 'all' ? 'all' : tools.split(',').map((tool) => tool.trim()) }),
    ...(recent !== undefined && { keepRecent: wholeNumber(recent, '--keep-recent') }),
    ...(assistant !== undefined && { assistant: assistantOf(assistant) }),
    toolInputs: given['tool-inputs'],
    images,
    duplicates,
    superseded,
    agents,
  }
}

function assistantOf(text: string): number {
  return text.startsWith('-') ? -wholeNumber(text.slice(1), '--assistant') : wholeNumber(text, '--assistant')
}
