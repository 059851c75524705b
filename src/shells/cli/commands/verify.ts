import type { Verified } from '../../../actions/maintain/verify.ts'
import { defineCommand } from '../command.ts'
import { count } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'

export const verify = defineCommand({
  name: 'verify',
  group: 'Maintain',
  summary: 'read the whole record and prove that nothing in it is damaged',
  writes: true,
  arguments: {},
  options: {
    quick: { summary: 'prove what is recorded alone, and do not compare what is derived from it' },
    rebuild: { summary: 'compute what is derived again where it differs' },
    repair: { summary: 'that too, and put back damaged bytes that the clients’ files still have' },
    copy: {
      summary: 'with --repair, a copy of a session file to look in as well',
      value: 'FILE',
      many: true,
      complete: 'file',
    },
  },
  examples: [
    { command: 'stet verify', does: 'names everything that is damaged' },
    { command: 'stet verify --quick', does: 'the recorded bytes alone, in a fraction of the time' },
    { command: 'stet verify --rebuild', does: 'repairs what can be computed from the record' },
    { command: 'stet verify --repair', does: 'puts back from the clients’ files what was damaged' },
  ],
  json: '{ok,checked,counts:{artifacts,commits,sessions},damaged:[{where,what}],readable,compared,rebuilt,repaired}',
  async run(call) {
    const { verify } = await import('../../../actions/maintain/verify.ts')
    const workspace = await call.workspace({ onlyLooks: true })
    const value = await verify(workspace, {
      quick: call.options.quick,
      rebuild: call.options.rebuild,
      ...(call.options.repair && { repair: { copies: call.options.copy } }),
      dryRun: call.dryRun,
      signal: call.signal,
      onProgress: (done, total) => call.progress.update({ done, total, what: 'artifacts' }),
    })
    return { value, text: (screen) => verifyText(value, call.dryRun, screen), exit: value.ok ? 0 : 1 }
  },
})

function verifyText(
  { ok, counts, damaged, readable, compared, rebuilt, repaired }: Verified,
  dryRun: boolean,
  screen: Screen,
): string {
  if (counts.sessions === 0 && ok)
    return `The record is empty; there is nothing to verify.\n${screen.dim('→')} stet inscribe --all`
  const read = `${count(counts.artifacts, 'artifact')}, ${count(counts.commits, 'commit')}, ${count(counts.sessions, 'session')}`
  const restored = repaired === 0 ? [] : [`${count(repaired, 'damaged thing')} put back from the clients’ files.`]
  const next = `${screen.dim('→')} stet verify --repair   ${screen.dim('puts back what the clients’ files still have; then stet export --past-damage')}`
  const again =
    rebuilt === 0
      ? restored
      : [...restored, `What is derived of ${count(rebuilt, 'session')} ${dryRun ? 'would be' : 'was'} computed again.`]
  if (ok) {
    const proven = `${screen.green('✓')} ${read}: nothing ${compared > 0 ? '' : 'recorded '}is damaged.`
    return [proven, ...again].join('\n')
  }
  return [
    `${screen.red('✗')} ${read}: ${count(damaged.length, 'thing')} damaged, ${readable} of ${count(counts.sessions, 'session')} read whole.`,
    ...damaged.map(({ where, what }) => `  ${screen.bold(plainLine(where))}: ${plainLine(what)}`),
    ...again,
    next,
  ].join('\n')
}
