import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openGeminiBox, runGemini, sessionIn } from '../gemini.ts'
import { GEMINI_VERSION } from '../install.mjs'
import { GEMINI_SCENARIOS, type GeminiScenario, type Say } from './gemini-scenarios.ts'
import { neutralPaths } from './neutral-paths.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/gemini')

/** Records the fixtures of Gemini CLI anew with the real client: `<name>-<version>.jsonl`. */
export async function recordGeminiFixtures(names: readonly string[]): Promise<void> {
  for (const scenario of GEMINI_SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name)))
    await recordOne(scenario)
}

async function recordOne(scenario: GeminiScenario): Promise<void> {
  const box = await openGeminiBox()
  try {
    const say: Say = async (prompt, { isStopped = false, ...options }) => {
      const isFirst = (await readdir(box.chats)).length === 0
      const resume = isFirst ? [] : ['--resume', (await sessionIn(box)).id]
      const ran = await runGemini(box, [...resume, '-p', prompt], options)
      if (!isStopped && ran.exitCode !== 0)
        throw new Error(`${scenario.name}: the client failed.\n${ran.stdout}${ran.stderr}`)
    }
    await scenario.record(box, say)
    const text = neutralPaths(box.root)((await sessionIn(box)).text)
    await mkdir(FIXTURES, { recursive: true })
    await writeFile(join(FIXTURES, `${scenario.name}-${GEMINI_VERSION}.jsonl`), text)
    console.log(`${scenario.name}: ${text.length} characters`)
  } finally {
    await box.remove()
  }
}
