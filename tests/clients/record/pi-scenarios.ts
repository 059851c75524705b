import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '../mock-api.ts'
import type { PiBox, PiOptions } from '../pi.ts'
import { SMALL_PNG } from './small-png.ts'

/** Says something to the client, in a new session or in the last; throws where it fails, unless it is meant to be stopped. */
export type Say = (
  prompt: string,
  options: PiOptions & { readonly files?: readonly string[]; readonly isStopped?: boolean },
) => Promise<void>

export interface PiScenario {
  readonly name: string
  record(box: PiBox, say: Say): Promise<void>
}

const call = (name: string, input: object) => ({ type: 'tool_use', name, input }) as const
const bash = (command: string) => call('bash', { command })
const thinking = (text: string) => ({ type: 'thinking', thinking: text, signature: 'c2lnbmVk' }) as const

const FIRST: readonly Reply[] = [
  {
    content: [
      thinking('Both can be looked at together.'),
      'I look at both.',
      call('read', { path: 'a.txt' }),
      bash('seq -f "row %03g of the list" 1 120'),
    ],
  },
  { content: [call('read', { path: 'nope.txt' })] },
  { content: ['The file has two words, the list 120 rows.'] },
]

const SECOND: readonly Reply[] = [
  { content: [thinking('A new word.'), call('write', { path: 'a.txt', content: 'hello\nthere\n' })] },
  { content: ['Written.', bash('false')] },
  { content: ['The check failed.'] },
]

const THIRD: readonly Reply[] = [{ content: ['The last word is there.'] }]

/** What the client is led through. All that "the model" says is ours, and small. */
export const PI_SCENARIOS: readonly PiScenario[] = [
  { name: 'three-rounds', record: (_box, say) => threeRounds(say) },
  {
    name: 'compaction',
    async record(_box, say) {
      await threeRounds(say)
      const settings = { compaction: { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20 } }
      const full = { input_tokens: 190_000 }
      await say('Go on.', {
        settings,
        script: [
          { content: ['Gone on.', bash('echo before')] },
          { content: ['Nearly full.'], usage: full },
          { side: true, content: ['A file was read and written.'] },
          { side: true, content: ['A round was begun.'] },
        ],
      })
      await say('And after?', { script: [{ content: [bash('echo after')] }, { content: ['Done.'] }] })
    },
  },
  {
    name: 'image-and-interrupted',
    async record(box, say) {
      await writeFile(join(box.project, 'dot.png'), Buffer.from(SMALL_PNG, 'base64'))
      await say('What is in the picture?', { files: ['@dot.png'], script: [{ content: ['A dot.'] }] })
      await say('Show it again.', {
        script: [{ content: [call('read', { path: 'dot.png' })] }, { content: ['Shown.'] }],
      })
      await say('Wait a while.', {
        script: [{ content: ['I wait.', bash('sleep 60')] }],
        timeoutMs: 8000,
        isStopped: true,
      })
      await say('Go on without waiting.', { script: [{ content: ['Gone on.'] }] })
    },
  },
]

async function threeRounds(say: Say): Promise<void> {
  await say('Read the file and the list.', { script: FIRST })
  await say('Write a new word.', { script: SECOND })
  await say('What is the last word?', { script: THIRD })
}
