import type { Examination, Examined, Repaired } from '../../../actions/maintain/doctor.ts'
import { Failure } from '../../../model/errors.ts'
import { shortId } from '../../../model/id.ts'
import { defineCommand, SESSION } from '../command.ts'
import { count } from '../format.ts'
import { operatedText, type Printing, recorded } from '../operation.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'

/** So many problems of one session are listed; all of them are in the JSON. */
const LISTED = 12

export const doctor = defineCommand({
  name: 'doctor',
  group: 'Maintain',
  summary: 'find sessions that do not resume whole, and repair them',
  about:
    'Looks for broken links, lines the client cannot read, calls without answers and whatever else keeps it from history that is in the file, and says how many messages it would get as the file is and as it should be. Without sessions it looks at those of this folder that are in the record. --repair writes a new session and leaves the old one as it is.',
  writes: true,
  arguments: { sessions: { ...SESSION, many: true, optional: true, complete: 'file' } },
  options: {
    all: { summary: 'every session of the record, not only those of this folder' },
    repair: { summary: 'write what is damaged as new sessions that resume whole' },
    out: {
      summary: 'where to write it, instead of where the client looks; a folder for several',
      value: 'PATH',
      complete: 'file',
    },
    force: { summary: 'replace a session that is there already; undo brings it back' },
  },
  examples: [
    { command: 'stet doctor', does: 'looks at the sessions of this folder' },
    {
      command: 'stet doctor latest --repair',
      does: 'writes the newest one as a new session, if something is wrong with it',
    },
    { command: 'stet doctor ~/backup/40e785a0.jsonl', does: 'looks at a file that need not be in the record' },
  ],
  json: '{problems:[{where,what,fix}],sessions:[{session,path,messages_before,messages_after,problems:[…]}]}; with --repair that of an operation, each session with repaired,messages_before,messages_after,problems too',
  async run({ args, options, dryRun, workspace }) {
    const { all, out, force } = options
    if (!options.repair) {
      if (out !== undefined || force) {
        throw new Failure('usage', '--out and --force say where a repair goes; without --repair there is none.', {
          hint: 'stet doctor latest --repair --out PATH',
        })
      }
      const { examine } = await import('../../../actions/maintain/doctor.ts')
      const value = await examine(await workspace({ onlyLooks: true }), args.sessions, { all })
      const again = ['stet doctor', ...args.sessions, ...(all ? ['--all'] : []), '--repair'].join(' ')
      return { value, text: (screen) => examinedText(value, again, screen), exit: value.problems.length > 0 ? 1 : 0 }
    }
    const { repair } = await import('../../../actions/maintain/doctor.ts')
    const opened = await workspace()
    const value = await repair(opened, args.sessions, { all, out, force, dryRun })
    return {
      value,
      text: (screen) => repairedText(value, screen, { dryRun, here: opened.cwd }),
      afterwards: () => recorded(opened, value),
    }
  },
})

function examinedText({ sessions }: Examination, again: string, screen: Screen): string {
  if (sessions.length === 0)
    return `No session of this folder is in the record.\n${screen.dim('→')} stet inscribe --all`
  const damaged = sessions.filter((session) => session.problems.length > 0)
  const isRepairable = damaged.some(({ problems }) => problems.some(({ where }) => where !== 'file'))
  const whole = sessions.length - damaged.length
  return [
    ...damaged.map((session) => sessionText(session, session.session, screen)),
    ...(whole > 0 ? [`${screen.green('✓')} ${count(whole, 'session is', 'sessions are')} resumed whole.`] : []),
    ...(isRepairable ? [`${screen.dim('→')} ${again}`] : []),
  ].join('\n')
}

function repairedText(value: Repaired, screen: Screen, how: Printing): string {
  const sessions = value.sessions.map((session) => sessionText(session, session.repaired, screen))
  return [...sessions, operatedText(value, screen, how)].join('\n\n')
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
