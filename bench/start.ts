import { join } from 'node:path'
import type { Inscribed, InscribeResult } from '../src/record/capture/inscribe.ts'
import { run, usageOf } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { STET, transcripts, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'

// Figure 8: how long a command takes from nothing to its end, next to a Node that does nothing.
const RUNS = 20
const CPU_RUNS = 5
const WITHOUT_STORE = { atMost: 1.5 }
const WITH_STORE = { atMost: 2.3 }

async function main(): Promise<void> {
  await withFolder(async (home) => {
    const env = { HOME: home, STET_HOME: join(home, 'store') }
    const { sessions }: InscribeResult = JSON.parse(run([STET, 'inscribe', '--json', ...transcripts()], env))
    const { session } = middle(sessions)
    const commands: Record<string, readonly string[]> = {
      'node -e 0': ['-e', '0'],
      'stet --version': [STET, '--version'],
      'stet --help': [STET, '--help'],
      'stet rounds <session>': [STET, 'rounds', session],
      'stet inject 1 <session>': [STET, 'inject', '1', '--session', session],
      'stet sessions': [STET, 'sessions'],
    }
    const walls = await inTurn(
      RUNS,
      mapValues(commands, (args) => () => wallOf(args, env)),
    )
    const cpus = await inTurn(
      CPU_RUNS,
      mapValues(commands, (args) => async () => (await usageOf(args, env)).cpuMs),
    )
    const [reference, ...ours] = Object.keys(commands) as [string, ...string[]]
    const figures = ours.map(
      (name): Figure => ({
        figure: name,
        ours: `${median(walls[name]!).toFixed(1)} ms`,
        reference: `${reference} ${median(walls[reference]!).toFixed(1)} ms`,
        best: least(walls[name]!) / least(walls[reference]!),
        median: median(walls[name]!) / median(walls[reference]!),
        cpu: least(cpus[name]!) / least(cpus[reference]!),
        must: name.includes('--') ? WITHOUT_STORE : WITH_STORE,
      }),
    )
    report(`start: wall ÷ node -e 0, ${sessions.length} sessions in the store`, figures, {
      'node -e 0': walls[reference]!,
    })
  })
}

function wallOf(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const began = performance.now()
  run(args, env)
  return performance.now() - began
}

/** The session of middle size among those people would look at. */
function middle(sessions: readonly Inscribed[]): Inscribed {
  const spoken = sessions.filter((one) => one.rounds > 0).sort((a, b) => a.bytes - b.bytes)
  return spoken[spoken.length >> 1]!
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

main()
