import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type AskFirst, askFirst } from '../brief/ask-for-entries.ts'
import { keepSummary } from '../brief/hand-over.ts'
import { textsOf } from '../brief/session-brief.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { checkHandoff, type HANDOFF_HEADINGS, sectionsOf } from './check-handoff.ts'

interface Asked extends Pick<AskFirst, 'asks'> {
  readonly summaryFile: string | undefined
  readonly isQuick: boolean
  readonly dryRun: boolean | undefined
}

/** What the next session begins with, and how it came about. */
interface Made {
  readonly summary: string
  readonly mode: 'quick' | 'generated' | 'entries'
  /** What an agent wrote and the record does not bear out. */
  readonly not_found?: readonly string[]
  readonly warnings: readonly string[]
}

/** The handoff of a session, of what somebody wrote of it, and of what it shows. What a file says is read into entries first. */
export async function handoffOf(
  workspace: Workspace,
  session: Session,
  { summaryFile, isQuick, asks, dryRun = false }: Asked,
): Promise<Made> {
  if (isQuick) return { summary: quickSummary(session), mode: 'quick', warnings: [] }
  const before = await uncheckedBefore(workspace, session)
  if (summaryFile === undefined) {
    const warnings = await askFirst(workspace, session, { asks, dryRun })
    const { handoff } = await textsOf(workspace, session)
    return { summary: withUnchecked(handoff, 'From earlier handoffs', before), mode: 'generated', warnings }
  }
  const text = await readSummary(resolve(workspace.cwd, summaryFile))
  const { entries, notFound } = await keepSummary(workspace, session, text, dryRun)
  const { handoff } = await textsOf(workspace, session, entries)
  const lines = notFound.map(({ heading, text: said, why }) => `- ${said} (${heading}: ${why})`)
  const told = withUnchecked(handoff, 'Not found in the record', lines)
  return {
    summary: withUnchecked(told, 'From earlier handoffs', before),
    mode: 'entries',
    ...(lines.length > 0 && { not_found: notFound.map(({ text: said }) => `- ${said}`) }),
    warnings: [
      ...checkHandoff(text).warnings,
      ...notFound.map(
        ({ text: said, why }) => `Not found in the record: ${JSON.stringify(said.slice(0, 100))}: ${why}.`,
      ),
    ],
  }
}

/** What agents wrote into handoffs before this session and nothing bears out, the oldest first. */
async function uncheckedBefore({ store }: Workspace, { id }: Session): Promise<readonly string[]> {
  const operations = await store.listOperations()
  const written: string[] = []
  const seen = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    const made = operations.find(({ outputs }) => outputs.some(({ session }) => session === at))
    const params = made?.plans[0]?.lineage.params
    if (params?.mode === 'file') written.unshift(...lastingLines(made?.endings?.[0]?.summary ?? '')) // of Stet 0.1
    if (Array.isArray(params?.not_found)) written.unshift(...params.not_found)
    at = made?.sources[0]
  }
  return [...new Set(written)]
}

/** The handoff in a file. Fails where it is missing, empty, or lacks a heading that the next session looks for. */
async function readSummary(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure('file-not-found', `The handoff ${path} cannot be read (${error.code ?? 'unknown'}).`, {
      facts: { path },
      hint: 'Write it first; the skill rollover shows its five headings.',
    })
  })
  if (text.trim() === '') {
    throw new Failure('usage', `The handoff ${path} is empty.`, {
      facts: { path },
      hint: 'Write it first, or leave --summary-file out to have one made from the record.',
    })
  }
  const { missing } = checkHandoff(text)
  if (missing.length === 0) return text
  throw new Failure('usage', `The handoff ${path} lacks ${missing.map((one) => `"### ${one}"`).join(', ')}.`, {
    facts: { path, missing },
    hint: 'Add what is missing, or leave --summary-file out to have one made from the record.',
  })
}

function quickSummary({ id }: Session): string {
  return `No summary was written. The whole session before this one is in the record.

### Immediate Next Steps
1. \`stet rounds ${id}\` lists its rounds; \`stet inject ${id}:ROUND\` reads the last ones.
2. Ask the user how to go on.`
}

/** What holds however the work goes on, and may have been said nowhere else. */
const LASTING: readonly (typeof HANDOFF_HEADINGS)[number][] = ['Key Decisions', 'Critical Context']
const NOTHING = /^- none\b/

/** The lines of a handoff that hold however the work goes on. */
function lastingLines(handoff: string): readonly string[] {
  return LASTING.flatMap((heading) => (sectionsOf(handoff).get(heading) ?? '').split('\n')).filter(
    (line) => line.trim() !== '' && !NOTHING.test(line),
  )
}

/** A handoff with what an agent wrote and nobody can find, below it. */
function withUnchecked(handoff: string, heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return handoff
  return `${handoff.trimEnd()}\n\n### ${heading}, as agents wrote it, not checked\n${lines.join('\n')}\n`
}
