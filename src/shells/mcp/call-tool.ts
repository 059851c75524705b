import type { Command } from '../../commands/kit/command.ts'
import { createScreen } from '../../commands/kit/text/screen.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { type Masked, ownWords, reshaped } from '../../model/passed.ts'
import { inertReminders } from '../../model/reminder-tags.ts'
import { forRequest, type Workspace } from '../../record/workspace.ts'
import { maskedValue } from '../../redaction/masked-value.ts'
import { withoutSecrets } from '../../redaction/without-secrets.ts'
import { TOOLS, toolName } from '../api/offers.ts'
import { runCommand } from '../api/run-command.ts'
import { pageIn, pageOf } from './page.ts'

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
    const tool = TOOLS.find((known) => toolName(known) === name)
    if (!tool) throw unknownTool(name)
    const work = run(tool, forRequest(await open(), { signal }), input)
    return answer(await withoutSecrets(await Promise.race([work, aborted(signal)])))
  } catch (error) {
    if (!isFailure(error))
      return { ...answer(ownWords('Something unexpected happened in Stet; the record is as it was.')), isError: true }
    const { candidates = [] } = error.facts
    const lines = [error.message, ...(Array.isArray(candidates) ? candidates : []), ...(error.hint ? [error.hint] : [])]
    return { ...answer(await withoutSecrets(lines.join('\n'))), isError: true }
  }
}

/** As wide as a line may be, and without colours. */
const SCREEN = { columns: 120, lineColumns: Number.POSITIVE_INFINITY, home: '' }

async function run(tool: Command, workspace: Workspace, sent: unknown): Promise<string> {
  const { pages, text } = tool.offer.mcp!
  const { page, ...input } =
    pages && typeof sent === 'object' && sent !== null ? (sent as { page?: unknown }) : { ...(sent as object) }
  const wanted = pageIn(page)
  const answer = await runCommand('mcp', tool, workspace, pages ? input : sent)
  if (!('value' in answer)) throw new Error(`${tool.name} answers no value`)
  await answer.afterwards?.()
  const shown = (await maskedValue(answer.value)) as never // before it is cut, ordered or encoded
  const said = text ? await text(shown, input as never) : answer.text(createScreen(SCREEN, false), shown)
  return pages ? pageOf(said, wanted) : said
}

/** What was recorded is not taken for words of the client. */
function answer(text: Masked): ToolAnswer {
  return { content: [{ type: 'text', text: reshaped(text, inertReminders) }] }
}

function unknownTool(name: string): Failure {
  return new Failure('usage', `There is no tool ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `The tools are ${TOOLS.map(toolName).join(', ')}.`,
  })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, refuse) => {
    const stop = () => refuse(new Failure('interrupted', 'The call was cancelled.'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}
