import type { ProseEntry } from '../entry.ts'
import type { View } from '../settle.ts'

export type ProbeType = 'recall' | 'artifact' | 'continuation' | 'decision'

/** A question about what was removed, and what an answer must name. */
export interface Probe {
  readonly type: ProbeType
  /** What it asks about; dimensions are scored by it. */
  readonly about: 'rule' | 'fact' | 'error' | 'file' | 'symbol' | 'test' | 'command' | 'decision' | 'thread' | 'task'
  readonly question: string
  /** What the rounds say to it, in one line. */
  readonly answer: string
  /** What of the answer a text must name. */
  readonly expected: readonly string[]
  readonly round: number
}

const MOST_WORDS = 4
const MOST_SYMBOLS = 4

/** The questions a reader of the compressed text should be able to answer, from everything the span came to. */
export function probesOf(view: View): readonly Probe[] {
  return [
    ...view.constraints.map((one) => prose('recall', 'rule', 'Which rule did the user give', one)),
    ...view.facts.map((one) => prose('recall', 'fact', 'What did the user say', one)),
    ...view.errors.open.map(
      (one): Probe => ({
        type: 'recall',
        about: 'error',
        question: 'Which error is open?',
        answer: inOneLine(one.text),
        expected: expectedOf(one.text, one.names),
        round: one.round,
      }),
    ),
    ...view.files.changed.flatMap((file): readonly Probe[] => [
      {
        type: 'artifact',
        about: 'file',
        question: 'Which files were changed?',
        answer: `${file.path} (${file.change})`,
        expected: [basename(file.path)],
        round: file.rounds.at(-1)!,
      },
      ...(file.symbols.length === 0
        ? []
        : [
            {
              type: 'artifact',
              about: 'symbol',
              question: `What was changed in ${basename(file.path)}?`,
              answer: `${file.path}: ${file.symbols.slice(0, MOST_SYMBOLS).join(', ')}`,
              expected: file.symbols.slice(0, 1),
              round: file.rounds.at(-1)!,
            } as const,
          ]),
    ]),
    ...view.tests.map(
      (one): Probe => ({
        type: 'artifact',
        about: 'test',
        question: 'How did the tests come out?',
        answer: `${inOneLine(one.command)}: ${one.result.outcome}`,
        expected: [one.command.slice(0, 60), one.result.outcome],
        round: one.rounds.at(-1)!,
      }),
    ),
    ...view.decisions.map((one) => prose('decision', 'decision', 'What was decided, and against what', one)),
    ...view.threads.map(
      (one): Probe => ({
        type: 'continuation',
        about: 'thread',
        question: 'What is still to be done?',
        answer: inOneLine(one.text),
        expected: expectedOf(one.text, 'names' in one ? one.names : []),
        round: one.round,
      }),
    ),
    ...view.goals.slice(-1).map(
      (one): Probe => ({
        type: 'continuation',
        about: 'task',
        question: 'What was asked for last?',
        answer: inOneLine(one.text),
        expected: expectedOf(one.text, []),
        round: one.round,
      }),
    ),
  ].filter((probe) => probe.expected.length > 0)
}

function prose(type: ProbeType, about: Probe['about'], asks: string, one: ProseEntry): Probe {
  return {
    type,
    about,
    question: `${asks} in round ${one.round}?`,
    answer: inOneLine(one.text),
    expected: expectedOf(one.text, one.names),
    round: one.round,
  }
}

/** What an answer must name: the names of a sentence as they are written there, else its longest words. */
export function expectedOf(text: string, names: readonly string[]): readonly string[] {
  const lower = text.toLowerCase()
  const named = names
    .map((name) => ({ name, at: lower.indexOf(name) }))
    .filter(({ at }) => at !== -1)
    .map(({ name, at }) => text.slice(at, at + name.length))
  if (named.length > 0) return [...new Set(named)].slice(0, MOST_WORDS)
  const words = [...new Set(text.match(/[\p{L}\p{N}_-]{5,}/gu) ?? [])]
  return words.sort((a, b) => b.length - a.length).slice(0, 3)
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function basename(path: string): string {
  return path.replace(/^.*[/\\]/, '')
}
