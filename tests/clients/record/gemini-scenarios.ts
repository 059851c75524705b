import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeminiBox, GeminiOptions } from '../gemini.ts'
import type { GeminiStep } from '../gemini-api.ts'
import { SMALL_PNG } from './small-png.ts'

/** Says something to the client, in a new session or in the last; throws where it fails, unless it is meant to be stopped. */
export type Say = (prompt: string, options: GeminiOptions & { readonly isStopped?: boolean }) => Promise<void>

export interface GeminiScenario {
  readonly name: string
  record(box: GeminiBox, say: Say): Promise<void>
}

const run = (command: string) => ({ name: 'run_shell_command', args: { command, description: 'as asked' } })
const read = (path: string) => ({ name: 'read_file', args: { file_path: path } })

const FIRST: readonly GeminiStep[] = [
  {
    thought: '**Looking** Both can be looked at together.',
    text: 'I look at both.',
    tools: [read('a.txt'), run('seq -f "row %03g of the list" 1 120')],
  },
  { tools: [read('nope.txt')] },
  { text: 'The file has two words, the list 120 rows.' },
]

const SECOND: readonly GeminiStep[] = [
  {
    thought: '**Writing** A new word.',
    tools: [{ name: 'write_file', args: { file_path: 'a.txt', content: 'hello\nthere\n' } }],
  },
  { text: 'Written.', tools: [run('false')] },
  { text: 'The check failed.' },
]

const THIRD: readonly GeminiStep[] = [{ text: 'The last word is there.' }]

/** What the client is led through. All that "the model" says is ours, and small. */
export const GEMINI_SCENARIOS: readonly GeminiScenario[] = [
  {
    name: 'one-round',
    record: (_box, say) => say('Read the file and the list.', { script: FIRST }),
  },
  { name: 'three-rounds', record: threeRounds },
  {
    name: 'compaction',
    async record(box, say) {
      await threeRounds(box, say)
      const snapshot = {
        text: '<state_snapshot>\n<overall_goal>Read and write a.txt</overall_goal>\n</state_snapshot>',
      }
      await say('Go on.', {
        compressionThreshold: 0.0005,
        script: [
          snapshot,
          snapshot,
          { text: 'Gone on after the compaction.', tools: [run('echo after')] },
          { text: 'Done.' },
        ],
      })
      await say('And now?', { script: [{ text: 'Nothing more.' }] })
    },
  },
  {
    name: 'image-and-interrupted',
    async record(box, say) {
      await writeFile(join(box.project, 'dot.png'), Buffer.from(SMALL_PNG, 'base64'))
      await say('What is in @dot.png?', { script: [{ text: 'A dot.' }] })
      await say('Wait a while.', {
        script: [{ thought: 'This takes long.', text: 'I wait.', tools: [run('sleep 60')] }],
        timeoutMs: 9000,
        isStopped: true,
      })
      await say('Never mind.', { script: [{ text: 'As you like.' }] })
    },
  },
]

async function threeRounds(_box: GeminiBox, say: Say): Promise<void> {
  await say('Read the file and the list.', { script: FIRST })
  await say('Write a word.', { script: SECOND })
  await say('Which word is the last?', { script: THIRD })
}
