import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Box, RunOptions } from '../claude-code.ts'
import type { MockApi, Reply, ReplyBlock } from '../mock-api.ts'
import { SMALL_PNG } from './small-png.ts'

/** Drives the client in the scenario's box and version; throws when it ends with another exit code (0 by default). */
export type Drive = (args: readonly string[], options?: DriveOptions) => Promise<void>

export interface DriveOptions extends Pick<RunOptions, 'script' | 'input'> {
  readonly exitCode?: number
}

export interface Scenario {
  readonly name: string
  readonly versions: readonly string[]
  /** Records one session; the client has written it as `<sessionId>.jsonl` afterwards. */
  record(box: Box, drive: Drive, sessionId: string): Promise<void>
}

const NEW = '2.1.325'
const OLD = '2.1.197'

/** What the client is led through. All that "the model" says is ours, and small. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'parallel-tools',
    versions: [NEW, OLD],
    record: parallelTools,
  },
  {
    name: 'fork',
    versions: [NEW],
    async record(box, drive, sessionId) {
      const original = randomUUID()
      await parallelTools(box, drive, original)
      await drive(['-p', 'Which word comes last?', '--resume', original, '--fork-session', '--session-id', sessionId], {
        script: [{ content: ['The last word is gamma.'] }],
      })
    },
  },
  {
    name: 'subagent-large-output',
    versions: [NEW],
    async record(box, drive, sessionId) {
      const file = join(box.project, 'plan.txt')
      await drive(['-p', 'Print the long list.', '--session-id', sessionId], {
        script: [
          // 30 001 characters of output are the fewest that the client keeps in a file of their own
          {
            content: [
              'I print it.',
              call('Bash', {
                command: 'seq -f "row %03g of a list that is long enough to be kept in a file of its own" 1 440',
                description: 'Print the list',
              }),
            ],
          },
          { content: ['The list has 440 rows.'] },
        ],
      })
      await drive(['-p', 'Write a plan and correct it.', '--resume', sessionId], {
        script: [
          { content: [call('Write', { file_path: file, content: 'step one\nstep two\n' })] },
          { content: [call('Read', { file_path: file })] },
          { content: [call('Edit', { file_path: file, old_string: 'step three', new_string: 'step 3' })] },
          {
            content: [
              thought('That step is not there.'),
              call('Edit', { file_path: file, old_string: 'step two', new_string: 'step 2' }),
            ],
          },
          { content: ['The plan is corrected.'] },
        ],
      })
      await drive(['-p', 'Let a helper count the steps.', '--resume', sessionId], {
        script: [
          {
            when: 'Let a helper count',
            content: [
              call('Agent', {
                description: 'Count the steps',
                prompt: 'HELPER: count the lines of plan.txt.',
                subagent_type: 'general-purpose',
                run_in_background: false,
              }),
            ],
          },
          {
            when: 'HELPER: count',
            content: [call('Bash', { command: 'wc -l < plan.txt', description: 'Count lines' })],
          },
          { when: 'wc -l', content: ['The plan has 2 lines.'] },
          { content: ['The helper counted 2 steps.'] },
        ],
      })
      await drive(['-p', 'Thank you.', '--resume', sessionId], { script: [{ content: ['You are welcome.'] }] })
    },
  },
  {
    name: 'manual-compact',
    versions: [NEW, OLD],
    async record(box, drive, sessionId) {
      await threeRounds(box, drive, sessionId)
      const summary: Reply = {
        content: ['<summary>The user keeps a list of words; words.txt holds alpha and beta.</summary>'],
      }
      await drive(['-p', '/compact keep the words', '--resume', sessionId], {
        script: [summary, { ...summary, side: true }],
      })
      await twoMoreRounds(drive, sessionId)
    },
  },
  {
    name: 'auto-compact',
    versions: [NEW],
    async record(box, drive, sessionId) {
      await threeRounds(box, drive, sessionId)
      await drive(['-p', 'Say when it is full.', '--resume', sessionId], {
        script: [{ content: ['It is nearly full now.'], usage: { cache_read_input_tokens: 975_000 } }],
      })
      const summary: Reply = { content: ['<summary>The user keeps a list of words and filled the window.</summary>'] }
      await drive(['-p', 'Which words are there?', '--resume', sessionId], {
        script: [summary, { ...summary, side: true }, { content: ['There are alpha and beta.'] }],
      })
      await drive(['-p', 'And how many?', '--resume', sessionId], { script: [{ content: ['Two.'] }] })
    },
  },
  {
    name: 'interrupted-and-image',
    versions: [NEW],
    async record(_box, drive, sessionId) {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: SMALL_PNG } }
      await drive(
        [
          '-p',
          '--input-format',
          'stream-json',
          '--output-format',
          'stream-json',
          '--verbose',
          '--session-id',
          sessionId,
        ],
        {
          script: [
            { when: 'What colour', content: ['It is a red square.'] },
            { when: 'Now count', content: [thought('Counting takes long.'), 'One, two, three'], hold: true },
          ],
          async *input(mock) {
            yield userMessage([{ type: 'text', text: 'What colour is this?' }, image])
            await answered(mock, 1)
            yield userMessage([{ type: 'text', text: 'Now count to a million.' }])
            await answered(mock, 2)
            yield `${JSON.stringify({ type: 'control_request', request_id: 'stop-1', request: { subtype: 'interrupt' } })}\n`
            await pause(1500)
          },
          exitCode: 1, // the last request was given up
        },
      )
      await drive(['-p', 'Never mind, stop at three.', '--resume', sessionId], {
        script: [
          { content: [call('Bash', { command: 'echo three', description: 'Say it' })] },
          { content: ['Three it is.'] },
        ],
      })
    },
  },
]

async function parallelTools(box: Box, drive: Drive, sessionId: string): Promise<void> {
  const file = join(box.project, 'words.txt')
  await writeFile(file, 'alpha\nbeta\n')
  await drive(['-p', 'What is in words.txt?', '--session-id', sessionId], {
    script: [
      {
        content: [
          thought('Counting and reading can go together.'),
          'I look at it.',
          call('Bash', { command: 'wc -l < words.txt', description: 'Count lines' }),
          call('Read', { file_path: file }),
        ],
      },
      { content: ['Two words: alpha and beta.'] },
    ],
  })
  await drive(['-p', 'Add gamma and show both ends.', '--resume', sessionId], {
    script: [
      {
        content: [
          thought('First the change.'),
          call('Bash', { command: 'echo gamma >> words.txt', description: 'Append' }),
        ],
      },
      {
        content: [
          thought('Both ends at once.'),
          call('Bash', { command: 'sleep 0.3; head -n 1 words.txt', description: 'First line' }),
          call('Bash', { command: 'tail -n 1 words.txt', description: 'Last line' }),
        ],
      },
      { content: ['It begins with alpha and ends with gamma.'] },
    ],
  })
}

async function threeRounds(box: Box, drive: Drive, sessionId: string): Promise<void> {
  const file = join(box.project, 'words.txt')
  await drive(['-p', 'Start a list of words with alpha.', '--session-id', sessionId], {
    script: [
      { content: [call('Write', { file_path: file, content: 'alpha\n' })] },
      { content: ['The list is started.'] },
    ],
  })
  await drive(['-p', 'Add beta.', '--resume', sessionId], {
    script: [
      { content: [thought('Append it.'), call('Bash', { command: 'echo beta >> words.txt', description: 'Append' })] },
      { content: ['Added.'] },
    ],
  })
  await drive(['-p', 'Is that all?', '--resume', sessionId], { script: [{ content: ['Yes, two words.'] }] })
}

async function twoMoreRounds(drive: Drive, sessionId: string): Promise<void> {
  await drive(['-p', 'Show the list.', '--resume', sessionId], {
    script: [
      { content: [call('Bash', { command: 'cat words.txt', description: 'Show' })] },
      { content: ['alpha and beta.'] },
    ],
  })
  await drive(['-p', 'Good, that is it.', '--resume', sessionId], { script: [{ content: ['Done.'] }] })
}

function call(name: string, input: object): ReplyBlock {
  return { type: 'tool_use', name, input }
}

// The mock checks no signature; a real one is opaque and differs for each block.
function thought(thinking: string): ReplyBlock {
  return { type: 'thinking', thinking, signature: Buffer.from(`signed: ${thinking}`).toString('base64') }
}

function userMessage(content: readonly object[]): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
}

// Until the mock has got this many requests, and the client a moment to read the answer.
async function answered(mock: MockApi, count: number): Promise<void> {
  for (let waited = 0; mock.requests.length < count && waited < 30_000; waited += 50) await pause(50)
  await pause(1000)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
