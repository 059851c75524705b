import { withoutSecrets } from '../../actions/redaction/without-secrets.ts'
import { forRequest, type Workspace } from '../../actions/workspace.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { runAction } from '../api/run-action.ts'
import { TOOLS } from './tools/index.ts'

export interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: boolean
  readonly [key: string]: unknown
}

/**
 * Runs a tool with what an agent sent. Whatever is wrong is an answer that says what to do instead; secrets that rules
 * know are masked in it. Aborting it ends it at once, for the one who waits.
 */
export async function callTool(
  open: () => Promise<Workspace>,
  { name, input }: { readonly name: string; readonly input: unknown },
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    const tool = TOOLS.find((known) => known.name === name)
    if (!tool) throw unknownTool(name)
    const work = runAction(
      { ...tool, summary: tool.description, output: tool.input },
      forRequest(await open(), { signal }),
      input,
    )
    return answer(await withoutSecrets(String(await Promise.race([work, aborted(signal)]))))
  } catch (error) {
    if (!isFailure(error))
      return { ...answer('Something unexpected happened in Stet; the record is as it was.'), isError: true }
    const hint = error.hint === undefined ? '' : `\n${error.hint}`
    return { ...answer(await withoutSecrets(`${error.message}${hint}`)), isError: true }
  }
}

function answer(text: string): ToolAnswer {
  return { content: [{ type: 'text', text }] }
}

function unknownTool(name: string): Failure {
  return new Failure('usage', `There is no tool ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `The tools are ${TOOLS.map((tool) => tool.name).join(', ')}.`,
  })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, refuse) => {
    const stop = () => refuse(new Failure('interrupted', 'It was cancelled.'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}
