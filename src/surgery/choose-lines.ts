import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { runCommand } from '../system/run-command.ts'
import { gistOf } from './gist.ts'
import { openSubject } from './open-subject.ts'
import { ownPartsOf, type Subject, shownRoundsOf } from './subject.ts'

/** A chooser that takes longer has lost its way. */
const LIMIT_MS = 600_000

/**
 * Has a command of the user choose what to cut: it gets the candidates as JSON on its standard input, and answers with
 * `[{line, rationale, summary}]`. Returns the summaries by line.
 */
export async function chooseLines(
  workspace: Workspace,
  session: Session,
  command: string,
  { keepRecent = 0 }: { readonly keepRecent?: number } = {},
): Promise<ReadonlyMap<number, string>> {
  const candidates = candidatesOf(await openSubject(workspace, session), keepRecent)
  const answer = await ask(workspace, command, JSON.stringify({ session: session.id, candidates }))
  const known = new Set(candidates.map((candidate) => candidate.line))
  const chosen = new Map<number, string>()
  for (const { line, summary } of choicesIn(answer, command)) if (known.has(line)) chosen.set(line, summary)
  return chosen
}

async function ask({ cwd }: Workspace, command: string, input: string): Promise<string> {
  const { status, output } = await runCommand(command, { cwd, input, limitMs: LIMIT_MS, isQuiet: false })
  if (status !== 0) throw failed(command, `it ended with ${status ?? 'a signal'}`)
  return output.toString('utf8')
}

function choicesIn(answer: string, command: string): readonly { readonly line: number; readonly summary: string }[] {
  const choices = parsed(answer)
  if (!Array.isArray(choices)) throw failed(command, 'it did not answer with a list')
  return choices.map((choice) => {
    if (!Number.isSafeInteger(choice?.line) || typeof choice?.summary !== 'string')
      throw failed(command, 'an entry of its answer has no line or no summary')
    return { line: choice.line, summary: choice.summary }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // told as what it is not
  }
}

function failed(command: string, why: string): Failure {
  return new Failure('usage', `The answer of the --smart command cannot be used: ${why}.`, {
    facts: { command: command.slice(0, 200) },
    hint: 'It gets {"candidates":[{line,round,tool,chars,preview}]} on standard input and must print [{"line":12,"rationale":"…","summary":"…"}].',
  })
}

/** Messages at the end that nobody should have to do without. */
const RECENT = 10
/** Shorter lines are not worth a choice. */
const SHORTEST = 800

/** A line that could be replaced by a summary. */
interface Candidate {
  readonly line: number
  readonly round: number
  readonly kind: 'tool_result' | 'assistant-text'
  readonly tool: string | null
  readonly chars: number
  readonly preview: string
}

/** Long results and long messages of the agent, but those of the last messages, and of the rounds that are to stay. */
function candidatesOf(subject: Subject, keepRecent: number): readonly Candidate[] {
  const parts = ownPartsOf(subject)
  const rounds = shownRoundsOf(subject)
  const kept = new Set(rounds.slice(Math.max(0, rounds.length - keepRecent)))
  const messages = parts.flatMap(({ lines }) => lines.filter((line) => line.isMessage).map((line) => line.number))
  const recent = messages.at(-RECENT) ?? 0
  const tools = new Map<string | undefined, string | undefined>()
  return parts
    .filter((part) => !kept.has(part as (typeof rounds)[number]))
    .flatMap((part) =>
      part.lines.flatMap((line) =>
        line.blocks.flatMap((block): readonly Candidate[] => {
          if (block.kind === 'tool_use') tools.set(block.call, block.name)
          if (block.kind !== 'tool_result' && block.kind !== 'assistant-text') return []
          if (line.number >= recent || block.chars < SHORTEST || block.isNotice) return []
          const tool = tools.get(block.call) ?? null
          const { kind, chars } = block
          return [{ line: line.number, round: line.round, kind, tool, chars, preview: gistOf(block) }]
        }),
      ),
    )
}
