import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type ConversationBlock, conversation, openBox, resume, run } from '../claude-code.ts'
import { neutralPaths } from './neutral-paths.ts'
import { type Recorded, rewind } from './rewind.ts'
import { type Drive, SCENARIOS, type Scenario } from './scenarios.ts'
import { stripSession } from './strip-session.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/claude-code')

/**
 * Records the fixtures anew with the real clients: for each `<name>-<version>` the session without the vendor's text,
 * what lay next to it, and the conversation that the client made of the session as it was before anything was taken
 * out. Fails when the stripped session gives another conversation.
 */
export async function recordFixtures(names: readonly string[]): Promise<void> {
  for (const scenario of SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const version of scenario.versions) {
      const recorded = await recordOne(scenario, version)
      if (scenario.name !== 'parallel-tools' || version !== '2.1.325') continue
      await keep('branches', version, rewind(recorded))
    }
  }
}

async function recordOne(scenario: Scenario, version: string): Promise<Recorded> {
  const box = await openBox()
  try {
    const sessionId = randomUUID()
    const drive: Drive = async (args, { exitCode = 0, ...options } = {}) => {
      const ran = await run(box, args, { ...options, version })
      if (ran.exitCode !== exitCode) throw new Error(`${scenario.name}: the client failed.\n${ran.stdout}${ran.stderr}`)
    }
    await scenario.record(box, drive, sessionId)

    const neutral = neutralPaths(box.root)
    const raw = neutral(await readFile(join(box.store, `${sessionId}.jsonl`), 'utf8'))
    const whole = join(box.root, `${sessionId}.jsonl`)
    await writeFile(whole, raw)
    const recorded = { session: stripSession(raw), conversation: await conversationOf(whole, version) }
    await keep(scenario.name, version, recorded)
    await keepSideFiles(join(box.store, sessionId), join(FIXTURES, `${scenario.name}-${version}`), neutral)
    return recorded
  } finally {
    await box.remove()
  }
}

async function keep(name: string, version: string, { session, conversation: expected }: Recorded): Promise<void> {
  const file = join(FIXTURES, `${name}-${version}.jsonl`)
  await mkdir(FIXTURES, { recursive: true })
  await writeFile(file, session)
  await writeFile(file.replace(/jsonl$/, 'conversation.json'), `${JSON.stringify(expected, null, 1)}\n`)
  if (!isDeepStrictEqual(await conversationOf(file, version), expected))
    throw new Error(`${name}: stripping changed the conversation.`)
  console.log(`${name}-${version}: ${session.length} characters, ${expected.length} blocks`)
}

async function conversationOf(file: string, version: string): Promise<readonly ConversationBlock[]> {
  const result = await resume(file, { version })
  if (!result.ok || !result.messages) throw new Error(`${file} does not resume.\n${result.stdout}${result.stderr}`)
  return conversation(result.messages, result.prompt)
}

async function keepSideFiles(from: string, to: string, neutral: (text: string) => string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  if (!existsSync(from)) return
  await cp(from, to, { recursive: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = neutral(await readFile(file, 'utf8'))
    await writeFile(file, file.endsWith('.jsonl') ? stripSession(text) : text)
  }
}
