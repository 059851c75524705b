import type { Brief } from '../brief.ts'
import type { Entry, EntryKind } from '../entries/entry.ts'
import { namesIn } from '../entries/names-in.ts'

export type ProbeType = 'recall' | 'artifact' | 'continuation' | 'decision'

/** A question about what was removed, and what an answer must name: numbers, names and paths, in whatever words or language. */
export interface Probe {
  readonly type: ProbeType
  /** What it asks about; dimensions are scored by it. */
  readonly about: EntryKind | 'file' | 'test' | 'printed' | 'commit'
  readonly question: string
  /** What the record or an entry says to it, in one line. */
  readonly answer: string
  /** What a text must have, each in one of its spellings. Empty where only a reader can tell. */
  readonly expected: readonly string[]
  readonly spellings: readonly (readonly (readonly string[])[])[]
  readonly round: number
}

const ASKED: Readonly<Record<EntryKind, readonly [ProbeType, string]>> = {
  task: ['continuation', 'What is the work for?'],
  rule: ['recall', 'Which rule did the user give?'],
  decision: ['decision', 'What was decided, and against what?'],
  fact: ['recall', 'What was found out or told?'],
  error: ['recall', 'What went wrong?'],
  open: ['continuation', 'What is still to be done?'],
  next: ['continuation', 'What comes next?'],
  idea: ['continuation', 'What was wished for?'],
  check: ['recall', 'What is to be checked?'],
}

/** What a reader of a compressed text should be able to answer, of the entries and facts of the rounds it represents. */
export function probesOf({ entries, facts }: Brief): readonly Probe[] {
  const plain = (
    type: ProbeType,
    about: Probe['about'],
    question: string,
    answer: string,
    expected: readonly string[],
    round: number,
  ): Probe => ({ type, about, question, answer, expected, spellings: expected.map((one) => [[one]]), round })
  return [
    ...entries.current.filter(({ tier }) => tier !== 'archive').map(ofEntry),
    ...facts.files
      .filter(({ state }) => state !== 'reverted')
      .map(({ path, state, rounds }) =>
        plain('artifact', 'file', 'Which files were changed?', `${path} (${state})`, [baseName(path)], rounds.at(-1)!),
      ),
    ...facts.tests
      .slice(-MOST_TESTS)
      .map(({ command, result, rounds }) =>
        plain(
          'artifact',
          'test',
          'How did the tests come out?',
          `${command}: ${result.outcome}`,
          [command.slice(0, 60), result.outcome],
          rounds.at(-1)!,
        ),
      ),
    ...facts.commits.flatMap(({ hash, subject, round }) =>
      hash === null
        ? []
        : [plain('artifact', 'commit', 'What was committed?', `${hash} ${subject}`, [hash.slice(0, 7)], round)],
    ),
    ...facts.errors
      .filter(({ gone }) => gone === null)
      .map(
        ({ text, last }): Probe =>
          named('recall', 'printed', 'Which error was printed, and not seen to be gone?', text, last),
      ),
  ]
}

function ofEntry({ kind, text, rejected = [], rounds }: Entry): Probe {
  const [type, question] = ASKED[kind]
  const answer = [text, ...rejected.map(({ what }) => what)].join(' ')
  return named(type, kind, `${question} (round ${rounds.at(-1)})`, answer, rounds.at(-1) ?? 0)
}

const MOST_NAMES = 4
const MOST_TESTS = 100

function named(type: ProbeType, about: Probe['about'], question: string, answer: string, round: number): Probe {
  const names = namesIn(answer).slice(0, MOST_NAMES)
  return {
    type,
    about,
    question,
    answer: answer.replace(/\s+/g, ' ').trim(),
    expected: names.map(({ name }) => name),
    spellings: names.map(({ spellings }) => spellings),
    round,
  }
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '')
}
