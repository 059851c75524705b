import type { PlanNote } from '../model/tool-act.ts'
import type { SeenRound } from './seen-round.ts'

/** Something a context must not lose, and the round that has it. */
export interface Fact {
  readonly kind: 'file' | 'failed-command' | 'todo' | 'prohibition' | 'decision' | 'said'
  /** What it is about, the same for a newer fact on it. */
  readonly key: string
  readonly text: string
  readonly round: number
  /** What a summary must name to have it, each of them; without it most of its words do. */
  readonly expected?: readonly string[]
}

/** Not more than so many of each kind, the newest. */
const MOST = 40
const LONGEST = 300
const PROHIBITION =
  /\b(?:never|do not|don[’']t|must not|mustn[’']t|may not|shall not|under no circumstances|no longer|not allowed|stop using|leave .{1,40} alone)\b/i

/**
 * What tool calls and the user's own words show for certain: files that were changed, commands whose last run failed,
 * what is still to do, and what was forbidden. The place for whatever finds more.
 */
export function certainFacts(rounds: readonly SeenRound[]): readonly Fact[] {
  const files = new Map<string, Fact>()
  const commands = new Map<string, Fact | undefined>()
  const prohibitions = new Map<string, Fact>()
  const todos = new Map<string, Fact>()
  for (const { round, asked, calls } of rounds) {
    for (const text of sentencesOf(asked)) {
      if (PROHIBITION.test(text)) prohibitions.set(text, { kind: 'prohibition', key: text, text, round })
    }
    for (const { act, outcome } of calls) {
      const hasFailed = outcome?.failed === true || (outcome?.exit ?? 0) !== 0
      for (const { path, change } of act.files) {
        if (change === null || hasFailed) continue
        files.delete(path)
        files.set(path, {
          kind: 'file',
          key: path,
          text: `${path} (${change === 'modify' ? 'modified' : `${change}d`})`,
          round,
        })
      }
      if (act.command !== null && outcome) {
        commands.delete(act.command)
        const exit = outcome.exit === null ? '' : ` with exit code ${outcome.exit}`
        const text = `\`${oneLine(act.command)}\` failed${exit}`
        commands.set(act.command, hasFailed ? { kind: 'failed-command', key: act.command, text, round } : undefined)
      }
      if (act.plan) noteTodos(todos, act.plan, outcome?.planItem, round)
    }
  }
  const failed = [...commands.values()].filter((fact) => fact !== undefined)
  return [[...files.values()], failed, [...todos.values()], [...prohibitions.values()]].flatMap((kind) =>
    kind.slice(-MOST),
  )
}

/** Brings a list of what is still to do up to date with what the agent noted. */
function noteTodos(
  todos: Map<string, Fact>,
  { items, isWhole }: PlanNote,
  named: string | undefined,
  round: number,
): void {
  if (isWhole) todos.clear()
  for (const { id, text, status } of items) {
    const key = id ?? named ?? text ?? ''
    const before = todos.get(key)
    todos.delete(key)
    const said = text === null ? before?.text : oneLine(text)
    if (said === undefined || status === 'done' || status === 'dropped') continue
    todos.set(key, { kind: 'todo', key: said, text: said, round })
  }
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => oneLine(sentence))
    .filter((sentence) => sentence !== '')
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
