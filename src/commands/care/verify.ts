import type { Verified } from '../../care/verify.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, list } from '../kit/field.ts'
import { count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { VERIFIED } from '../kit/verified.ts'

export const verify = defineCommand({
  name: 'verify',
  topic: 'care',
  summary: 'Read the whole record and prove that nothing in it is damaged',
  writes: ['cli'],
  arguments: {},
  options: {
    quick: flag('check recorded bytes only, and not the data that was computed from them', { only: ['cli'] }),
    rebuild: flag('compute all other data again, where it differs', { only: ['cli'] }),
    repair: flag("also restore damaged bytes that the clients' files still have", { only: ['cli'] }),
    copy: list('with --repair, also take bytes from this copy of a session file', {
      label: 'FILE',
      complete: 'file',
      only: ['cli'],
    }),
  },
  examples: [
    { command: 'stet verify', does: 'lists everything that is damaged' },
    { command: 'stet verify --quick', does: 'checks recorded bytes only, in a fraction of the time' },
    { command: 'stet verify --rebuild', does: 'repairs everything that can be computed from the recorded bytes' },
    { command: 'stet verify --repair', does: "restores damaged bytes from the clients' files" },
  ],
  output: VERIFIED,
  offer: { cli: true, http: true },
  async run({ input, dryRun, progress, signal, terminal, workspace }) {
    const { verify } = await import('../../care/verify.ts')
    const value = await verify(await workspace({ onlyLooks: true }), {
      quick: input.quick,
      rebuild: input.rebuild,
      ...(input.repair && { repair: { copies: input.copy ?? [] } }),
      dryRun: dryRun || !terminal,
      signal,
      onProgress: (done, total) => progress.update({ done, total, what: 'artifacts' }),
    })
    return { value, text: (screen, shown: typeof value) => verifyText(shown, dryRun, screen), exit: value.ok ? 0 : 1 }
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
  const restored = repaired === 0 ? [] : [`${count(repaired, 'damaged thing')} restored from the clients’ files.`]
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
