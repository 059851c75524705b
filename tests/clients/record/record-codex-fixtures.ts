import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { filesBelow, openCodexBox, runCodex } from '../codex.ts'
import { CODEX_VERSION } from '../install.mjs'
import { CODEX_SCENARIOS, type CodexScenario, type Drive } from './codex-scenarios.ts'
import { neutralPaths } from './neutral-paths.ts'
import { stripCodexSession } from './strip-codex-session.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/codex')

/**
 * Records the fixtures of Codex anew with the real client: `<name>-<version>.jsonl`, and where a session goes on from
 * another, that one as `<name>-<version>.parent.jsonl`. The vendor's own prompts are left out of both.
 */
export async function recordCodexFixtures(names: readonly string[]): Promise<void> {
  for (const scenario of CODEX_SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    await recordOne(scenario)
  }
}

async function recordOne(scenario: CodexScenario): Promise<void> {
  const box = await openCodexBox()
  try {
    const drive: Drive = async (args, { isStopped = false, ...options }) => {
      const ran = await runCodex(box, args, options)
      if (!isStopped && ran.exitCode !== 0)
        throw new Error(`${scenario.name}: the client failed.\n${ran.stdout}${ran.stderr}`)
    }
    const files = async () => {
      const found = await filesBelow(box.sessions)
      const times = new Map<string, number>()
      for (const file of found) times.set(file, (await stat(file)).mtimeMs)
      return found.toSorted((a, b) => times.get(a)! - times.get(b)!)
    }
    const lastId = async () =>
      /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec((await files()).at(-1)!)![1]!
    await scenario.record(box, drive, lastId)
    const [last, parent] = (await files()).toReversed()
    const neutral = neutralPaths(box.root)
    await mkdir(FIXTURES, { recursive: true })
    const keep = async (suffix: string, text: string) => {
      await writeFile(join(FIXTURES, `${scenario.name}-${CODEX_VERSION}${suffix}.jsonl`), text)
      console.log(`${scenario.name}${suffix}: ${text.length} characters`)
    }
    const before = parent && neutral(await readFile(parent, 'utf8'))
    if (before) await keep('.parent', stripCodexSession(before))
    await keep('', withBase(stripCodexSession(neutral(await readFile(last!, 'utf8'))), before))
  } finally {
    await box.remove()
  }
}

/** A fork says how many bytes of its parent it goes on from: fewer, where the parent was stripped. */
function withBase(text: string, parent: string | undefined): string {
  if (parent === undefined) return text
  return text.replace(/"end_byte_offset":(\d+)/, (_, end) => {
    const kept = Buffer.from(parent).subarray(0, Number(end)).toString('utf8')
    return `"end_byte_offset":${Buffer.byteLength(stripCodexSession(kept))}`
  })
}
