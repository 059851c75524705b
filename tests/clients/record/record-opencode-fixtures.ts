import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ChatStep } from '../chat-api.ts'
import { OPENCODE_VERSION } from '../install.mjs'
import { openOpencodeBox, runOpencode } from '../opencode.ts'
import { neutralPaths } from './neutral-paths.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/opencode')

const bash = (command: string) => ({ name: 'bash', args: { command, description: 'as asked' } })

/** What the client is led through, prompt by prompt. All that "the model" says is ours, and small. */
const SCENARIOS: Readonly<Record<string, readonly (readonly [string, readonly ChatStep[]])[]>> = {
  'three-rounds': [
    [
      'Read the list.',
      [
        {
          reasoning: 'It can be looked at.',
          text: 'I look.',
          tools: [bash('seq -f "row %03g of the list" 1 120'), bash('cat a.txt')],
        },
        { tools: [bash('cat nope.txt')] },
        { text: 'The list has 120 rows.' },
      ],
    ],
    [
      'Write a new word.',
      [
        { reasoning: 'A new word.', tools: [bash('echo there >> a.txt')] },
        { text: 'Written.', tools: [bash('false')] },
        { text: 'The check failed.' },
      ],
    ],
    ['What is the last word?', [{ text: 'The last word is there.' }]],
  ],
}

/** Records the fixtures of opencode anew with the real client: `<name>-<version>.json`, as it exports them. */
export async function recordOpencodeFixtures(names: readonly string[]): Promise<void> {
  for (const [name, rounds] of Object.entries(SCENARIOS))
    if (names.length === 0 || names.includes(name)) await recordOne(name, rounds)
}

async function recordOne(name: string, rounds: (typeof SCENARIOS)[string]): Promise<void> {
  const box = await openOpencodeBox()
  try {
    let session: string | undefined
    for (const [prompt, script] of rounds) {
      const on: readonly string[] = session === undefined ? [] : ['-s', session]
      const ran = await runOpencode(box, ['run', '--format', 'json', ...on, prompt], { script })
      session ??= /"sessionID":"(ses_[^"]+)"/.exec(ran.stdout)?.[1]
      if (ran.exitCode !== 0 || session === undefined)
        throw new Error(`${name}: the client failed.\n${ran.stdout}${ran.stderr}`)
    }
    const { stdout } = await runOpencode(box, ['export', session!])
    const whole = stdout.slice(stdout.indexOf('{'))
    const text = neutralPaths(box.root.slice(1))(neutralPaths(box.root)(whole)) // a path from the root is there, too
    await mkdir(FIXTURES, { recursive: true })
    await writeFile(join(FIXTURES, `${name}-${OPENCODE_VERSION}.json`), text)
    console.log(`${name}: ${text.length} characters`)
  } finally {
    await box.remove()
  }
}
