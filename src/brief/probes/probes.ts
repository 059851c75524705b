import type { Brief } from '../brief.ts'
import type { Entry, EntryKind } from '../entries/entry.ts'
import { namesIn } from '../entries/names-in.ts'

type ProbeType = 'recall' | 'artifact' | 'continuation' | 'decision'

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

const ASKED: Readonly<Record<Probe['about'], readonly [ProbeType, string]>> = {
  task: ['continuation', 'What is the work for?'],
  rule: ['recall', 'Which rule did the user give?'],
  decision: ['decision', 'What was decided, and against what?'],
  fact: ['recall', 'What was found out or told?'],
  error: ['recall', 'What went wrong?'],
  open: ['continuation', 'What is still to be done?'],
  next: ['continuation', 'What comes next?'],
  idea: ['continuation', 'What was wished for?'],
  check: ['recall', 'What is to be checked?'],
  file: ['artifact', 'Which files were changed?'],
  test: ['artifact', 'How did the tests come out?'],
  commit: ['artifact', 'What was committed?'],
  printed: ['recall', 'Which error was printed, and not seen to be gone?'],
}
const MOST_TESTS = 100
const MOST_NAMES = 4

/** What a reader of a compressed text should be able to answer, of the entries and facts of the rounds it represents. */
export function probesOf({ entries, facts: { files, tests, commits, errors } }: Brief): readonly Probe[] {
  return [
    ...entries.current.filter(({ tier }) => tier !== 'archive').map(ofEntry),
    ...files
      .filter(({ state }) => state !== 'reverted')
      .map(({ path, state, rounds }) => {
        const name = path.replace(/^.*[/\\]/, '')
        return probe('file', rounds.at(-1)!, `${path} (${state})`, [name])
      }),
    ...tests
      .slice(-MOST_TESTS)
      .map(({ command, result: { outcome }, rounds }) =>
        probe('test', rounds.at(-1)!, `${command}: ${outcome}`, [command.slice(0, 60), outcome]),
      ),
    ...commits.flatMap(({ hash, subject, round }) =>
      hash === null ? [] : [probe('commit', round, `${hash} ${subject}`, [hash.slice(0, 7)])],
    ),
    ...errors.filter(({ gone }) => gone === null).map(({ text, last }) => probe('printed', last, text)),
  ]
}

function ofEntry({ kind, text, rejected = [], rounds }: Entry): Probe {
  const asked = probe(kind, rounds.at(-1) ?? 0, [text, ...rejected.map(({ what }) => what)].join(' '))
  return { ...asked, question: `${asked.question} (round ${rounds.at(-1)})` }
}

/** A probe that wants these words, or the names of the answer. */
function probe(about: Probe['about'], round: number, answer: string, wanted?: readonly string[]): Probe {
  const [type, question] = ASKED[about]
  const names = wanted ? wanted.map((name) => ({ name, spellings: [[name]] })) : namesIn(answer).slice(0, MOST_NAMES)
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
