import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeManyRounds } from './data/many-rounds.ts'
import { run, usageOf } from './lib/child.ts'
import { STET, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import type { Timed } from './lib/timed.ts'

// What commands take in a session of very many rounds, all of them in engagements, and in one of a tenth of them.
const ID = '10000000-0000-4000-8000-000000000001'
const [FEW, MANY] = [10_000, 100_000]
/** Ten times the rounds, and what a machine that is busy adds. */
const GROWTH = 12
const MOST_MS: Partial<Record<Name, number>> = { 'the Stop hook': 1_000, 'export to json': 120_000 }
const MOST_BYTES: Partial<Record<Name, number>> = { 'export to json': 300e6 }

const COMMANDS = {
  engagements: ['engagements', '--json'],
  pressure: ['pressure', 'ID', '--json'],
  advise: ['advise', 'ID', '--json'],
  'the Stop hook': ['hook', 'Stop', 'claude-code'],
  'export to json': ['export', 'ID', '--to', 'json', '--out', 'OUT'],
} as const
type Name = keyof typeof COMMANDS

function measure(rounds: number): Promise<Record<Name, Timed>> {
  return withFolder(async (home) => {
    const folder = join(home, '.claude', 'projects', '-home-user-project')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'session.jsonl')
    writeManyRounds(path, { session: ID, rounds, bytes: 0 })
    const env = { HOME: home, STET_HOME: join(home, '.stet'), CLAUDE_CONFIG_DIR: join(home, '.claude') }
    run([STET, 'inscribe', path], env)
    run([STET, 'tag', ID, `1-${rounds / 2}`, 'first-work'], env)
    run([STET, 'tag', ID, `${rounds / 2 + 1}-${rounds}`, 'second-work'], env)
    const stop = JSON.stringify({ session_id: ID, transcript_path: path, cwd: home, hook_event_name: 'Stop' })
    const results = {} as Record<Name, Timed>
    for (const [name, args] of Object.entries(COMMANDS)) {
      if (name === 'the Stop hook') appendFileSync(path, thanks(lastOf(rounds)))
      const given = args.map((word) => (word === 'ID' ? ID : word === 'OUT' ? join(home, 'out.json') : word))
      results[name as Name] = await usageOf([STET, ...given], env, stop)
    }
    return results
  })
}

/** The id of the last line: each round has six. */
function lastOf(rounds: number): string {
  return `00000000-0000-4000-8000-${String(6 * rounds).padStart(12, '0')}`
}

function thanks(parentUuid: string): string {
  const message = { role: 'user', content: 'Thank you.' }
  return `${JSON.stringify({ type: 'user', uuid: 'thanks', parentUuid, sessionId: ID, message })}\n`
}

async function main(): Promise<void> {
  const [few, many] = [await measure(FEW), await measure(MANY)]
  const figures: Figure[] = []
  for (const name of Object.keys(COMMANDS) as Name[]) {
    const [short, long] = [few[name], many[name]]
    const ours = `${(long.wallMs / 1000).toFixed(2)} s, ${(long.peakBytes / 1e6).toFixed(0)} MB`
    const reference = `${FEW} rounds ${(short.wallMs / 1000).toFixed(2)} s`
    const growth = { median: long.wallMs / short.wallMs, cpu: long.cpuMs / short.cpuMs, must: { atMost: GROWTH } }
    figures.push({ figure: `${name}, ${MANY} rounds`, ours, reference, ...growth })
    const [ms, bytes] = [MOST_MS[name], MOST_BYTES[name]]
    if (ms !== undefined)
      figures.push({ figure: name, ours, reference: `${ms / 1000} s`, median: long.wallMs / ms, must: { atMost: 1 } })
    if (bytes !== undefined)
      figures.push({
        figure: name,
        ours,
        reference: `${bytes / 1e6} MB`,
        median: long.peakBytes / bytes,
        must: { atMost: 1 },
      })
  }
  report('long sessions: what commands take with 100,000 rounds', figures, {})
}

main()
