import { TRIM_THRESHOLD } from '../../model/defaults.ts'
import type { TrimOptions } from '../../surgery/trim-session.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, int, list, text } from '../kit/field.ts'
import { range, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const trim = defineCommand({
  name: 'trim',
  topic: 'cut',
  summary: 'Cut long tool results to their beginning',
  about:
    'Keeps every round. A result that is longer than the threshold keeps its first characters and a line that says where the rest is; `stet inject` gives it back. Before it writes, it runs the command of the setting context.archive_command, if there is one.',
  writes: true,
  arguments: { session: session() },
  options: {
    threshold: int('characters to keep', { max: 10_000_000, standard: String(TRIM_THRESHOLD) }),
    tools: list('tools whose results are cut, or all', {
      label: 'TOOL',
      commas: true,
      most: 200,
      max: 200,
      standard: 'those that read, search and run',
    }),
    rounds: range({ summary: 'rounds to cut in, such as 47 or 3-9,12', standard: 'all' }),
    keep_recent: int('rounds at the end to leave as they are', { max: 1_000_000, label: 'K', standard: '0' }),
    assistant: int("also cut the agent's first N long messages; -N: all but the last N", {
      min: -1_000_000,
      max: 1_000_000,
    }),
    tool_inputs: flag('also cut long inputs of tool calls'),
    images: flag('replace images with references'),
    duplicates: flag('of results that are the same, keep only the last'),
    superseded: flag('cut file reads that a later read or edit made stale'),
    smart: text('a command that chooses lines and writes a summary for each', { label: 'COMMAND', only: ['cli'] }),
    agents: flag('also cut the final reports of subagents'),
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet trim latest', does: 'trims the newest session of this folder into a new one' },
    { command: 'stet trim 40e785a0 --threshold 200 --keep-recent 3 --dry-run', does: 'shows what that would save' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: {
      title: 'Trim',
      key: 't',
      on: 'rounds',
      needs: 'nothing',
      form: ['threshold', 'keep_recent', 'tools', 'superseded', 'duplicates', 'images', 'tool_inputs', 'agents'],
    },
  },
  async run(call) {
    const { trimSession } = await import('../../surgery/trim-session.ts')
    const { input, dryRun, signal, heard } = call
    const wanted = trimOptions(input)
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const chosen = input.smart === undefined ? undefined : await chosenBy(input.smart)
    const value = await trimSession(
      opened,
      session,
      { ...wanted, ...(chosen && { chosen }) },
      { ...(await surgeryOptions(input, dryRun)), archiving: { signal, heard } },
    )
    return operationAnswer(opened, value, { exec: input.exec, dryRun })

    async function chosenBy(command: string) {
      const { chooseLines } = await import('../../surgery/choose-lines.ts')
      return chooseLines(opened, session, command, wanted)
    }
  },
})

interface Given {
  readonly threshold: number | undefined
  readonly tools: readonly string[] | undefined
  readonly rounds: string | undefined
  readonly keep_recent: number | undefined
  readonly assistant: number | undefined
  readonly tool_inputs: boolean
  readonly images: boolean
  readonly duplicates: boolean
  readonly superseded: boolean
  readonly agents: boolean
}

/** What was given; where nothing was, the defaults of the settings and of the client hold. */
function trimOptions({
  threshold,
  tools,
  rounds,
  keep_recent,
  assistant,
  tool_inputs,
  ...flags
}: Given): Partial<TrimOptions> {
  const { images, duplicates, superseded, agents } = flags
  return {
    ...(threshold !== undefined && { threshold }),
    ...(tools !== undefined && { tools: tools.length === 1 && tools[0] === 'all' ? 'all' : tools }),
    ...(rounds !== undefined && { rounds }),
    ...(keep_recent !== undefined && { keepRecent: keep_recent }),
    ...(assistant !== undefined && { assistant }),
    toolInputs: tool_inputs,
    images,
    duplicates,
    superseded,
    agents,
  }
}
