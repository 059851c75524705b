import type { Examination, Examined, Repaired } from '../../care/doctor.ts'
import type { Deletions } from '../../care/next-deletions.ts'
import { Failure } from '../../model/errors.ts'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { MAKE_FOLDER, sessions } from '../kit/fields.ts'
import { PLACING, printingIn } from '../kit/operation.ts'
import { boolean, list, number, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'
import { operatedText, type Printing } from '../kit/text/operated-text.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

/** So many problems of one session are listed; all of them are in the JSON. */
const LISTED = 12

const PROBLEMS = list(object({ where: string, what: string, fix: string }))

export const doctor = defineCommand({
  name: 'doctor',
  topic: 'care',
  summary: 'Find sessions that their client cannot resume whole, and repair them',
  about:
    'Looks for broken links, lines that the client cannot read, calls without answers and other damage, and counts the messages that the client would get before and after a repair. --repair writes a new session and leaves the old one as it is.',
  writes: true,
  arguments: {
    sessions: sessions({
      optional: true,
      complete: 'file',
      standard: 'the recorded sessions of this folder',
    }),
  },
  options: {
    all: flag('look at every session of the record, not only those of this folder'),
    repair: flag('write damaged sessions as new ones that resume whole'),
    out: { ...PLACING.out, summary: `${PLACING.out.summary}; for several, a folder` },
    force: PLACING.force,
    parents: MAKE_FOLDER,
  },
  examples: [
    { command: 'stet doctor', does: 'looks at the sessions of this folder' },
    { command: 'stet doctor latest --repair', does: 'writes the newest session as a new one, if it is damaged' },
    { command: 'stet doctor ~/backup/40e785a0.jsonl', does: 'looks at a file, recorded or not' },
  ],
  output: object({
    problems: PROBLEMS,
    sessions: list(
      object({
        session: string,
        'path?': string,
        messages_before: number,
        messages_after: number,
        problems: PROBLEMS,
        'odd?': PROBLEMS,
        'repaired?': string,
      }),
    ),
    'deletions?': list(
      object({
        client: string,
        days: number,
        setting: string,
        next: list(object({ path: string, at: string, recorded: boolean })),
      }),
    ),
  }),
  outputNote:
    'deletions names the transcripts that a client deletes within a week because of their age, and whether the record has them. odd names what keeps nothing from being resumed; both are there without --repair. With --repair it also has the keys of an operation; repaired is the damaged session.',
  offer: { cli: true },
  async run({ input, dryRun, workspace }) {
    const { sessions: references, all, out, force, parents } = input
    if (!input.repair) {
      if (out !== undefined || force) {
        throw new Failure('usage', '--out and --force need --repair.', {
          hint: 'stet doctor latest --repair --out PATH',
        })
      }
      const { examine } = await import('../../care/doctor.ts')
      const value = await examine(await workspace({ onlyLooks: true }), references, { all })
      const again = ['stet doctor', ...references, ...(all ? ['--all'] : []), '--repair'].join(' ')
      return {
        value,
        text: (screen, shown: typeof value) => examinedText(shown, again, screen),
        exit: value.problems.length > 0 ? 1 : 0,
      }
    }
    const { repair } = await import('../../care/doctor.ts')
    const opened = await workspace()
    const value = await repair(opened, references, { all, out, force, parents, dryRun })
    const how = await printingIn(opened, dryRun)
    return { value, text: (screen, shown: typeof value) => repairedText(shown, screen, how) }
  },
})

function examinedText({ sessions, deletions }: Examination, again: string, screen: Screen): string {
  const leaving = deletions.map((one) => deletionsText(one, screen))
  if (sessions.length === 0)
    return [`No session of this folder is in the record.\n${screen.dim('→')} stet inscribe --all`, ...leaving].join(
      '\n',
    )
  const damaged = sessions.filter((session) => session.problems.length > 0)
  const isRepairable = damaged.some(({ problems }) => problems.some(({ where }) => where !== 'file'))
  const whole = sessions.length - damaged.length
  return [
    ...damaged.map((session) => sessionText(session, session.session, screen)),
    ...(whole > 0 ? [`${screen.green('✓')} ${count(whole, 'session is', 'sessions are')} resumed whole.`] : []),
    ...sessions.flatMap(({ session, odd }) =>
      odd.map(({ where, what, fix }) => {
        return `  ${screen.cyan(shortId(session))} ${screen.bold(where)}: ${plainLine(what)} ${screen.dim(`→ ${plainLine(fix)}`)}`
      }),
    ),
    ...(isRepairable ? [`${screen.dim('→')} ${again}`] : []),
    ...leaving,
  ].join('\n')
}

/** What the client is about to delete, and how it stays. */
function deletionsText({ client, days, setting, next }: Deletions, screen: Screen): string {
  const lost = next.filter(({ recorded }) => !recorded)
  const rest = next.length - LISTED
  return [
    screen.yellow(
      `! ${client} deletes transcripts ${count(days, 'day')} after they were last written (its setting ${setting}); next:`,
    ),
    ...next.slice(0, LISTED).map(({ path, at, recorded }) => {
      return `  ${at.slice(0, 10)}  ${screen.path(path)}${recorded ? '' : screen.red('  not in the record')}`
    }),
    ...(rest > 0 ? [screen.dim(`  and ${rest} more`)] : []),
    lost.length > 0
      ? `${screen.dim('→')} stet inscribe --all   records ${lost.length === 1 ? 'the one that is' : `the ${lost.length} that are`} not in the record`
      : 'The record has all of them: `stet restore` brings them back.',
  ].join('\n')
}

function repairedText(value: Repaired, screen: Screen, how: Printing): string {
  const sessions = value.sessions.map((session) => sessionText(session, session.repaired, screen))
  return [operatedText(value, screen, how), ...sessions].join('\n\n')
}

function sessionText(
  { problems, messages_before, messages_after }: Pick<Examined, 'problems' | 'messages_before' | 'messages_after'>,
  session: string,
  screen: Screen,
): string {
  const hidden = problems.length - LISTED
  return [
    `${screen.red('✗')} ${screen.cyan(shortId(session))}  ${count(problems.length, 'problem')}; the client gets ${count(messages_before, 'message')}, repaired ${messages_after}`,
    ...problems
      .slice(0, LISTED)
      .map(
        ({ where, what, fix }) => `  ${screen.bold(where)}: ${plainLine(what)} ${screen.dim(`→ ${plainLine(fix)}`)}`,
      ),
    ...(hidden > 0 ? [screen.dim(`  and ${hidden} more`)] : []),
  ].join('\n')
}
