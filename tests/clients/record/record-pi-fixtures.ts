import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { clientsDir, PI_VERSIONS } from '../install.mjs'
import { openPiBox, runPi, sessionOf } from '../pi.ts'
import { neutralPaths } from './neutral-paths.ts'
import { PI_SCENARIOS, type PiScenario, type Say } from './pi-scenarios.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/pi')

/** Records the fixtures of pi anew with the real client: `<name>-<version>.jsonl`. */
export async function recordPiFixtures(names: readonly string[]): Promise<void> {
  for (const version of PI_VERSIONS)
    for (const scenario of PI_SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name)))
      await recordOne(scenario, version)
}

async function recordOne(scenario: PiScenario, version: string): Promise<void> {
  const box = await openPiBox()
  try {
    const say: Say = async (prompt, { files = [], isStopped = false, ...options }) => {
      const isFirst = (await readdir(box.sessions)).length === 0
      const session = isFirst ? [] : ['--session', (await sessionOf(box)).path]
      const ran = await runPi(box, [...session, '-p', ...files, prompt], { version, ...options })
      if (!isStopped && ran.exitCode !== 0)
        throw new Error(`${scenario.name}: the client failed.\n${ran.stdout}${ran.stderr}`)
    }
    await scenario.record(box, say)
    const text = neutralPaths(clientsDir())(neutralPaths(box.root)((await sessionOf(box)).text)) // its prompt names its own documents
    await mkdir(FIXTURES, { recursive: true })
    await writeFile(join(FIXTURES, `${scenario.name}-${version}.jsonl`), text)
    console.log(`${scenario.name} ${version}: ${text.length} characters`)
  } finally {
    await box.remove()
  }
}
