import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CodexBox, type CodexOptions, UNASKED } from '../codex.ts'
import type { ResponseStep } from '../responses-api.ts'
import { SMALL_PNG } from './small-png.ts'

/** Runs the client once; throws where it fails, unless it is meant to be stopped. */
export type Drive = (args: readonly string[], options: CodexOptions & { readonly isStopped?: boolean }) => Promise<void>

export interface CodexScenario {
  readonly name: string
  /** Records one session after the other; the file of the last is the fixture. */
  record(box: CodexBox, drive: Drive, lastId: () => Promise<string>): Promise<void>
}

const run = (command: string, id?: string) => ({ name: 'exec_command', input: { cmd: command }, ...(id && { id }) })

const FIRST: readonly ResponseStep[] = [
  {
    reasoning: 'Both can be looked at together.',
    text: 'I look at both.',
    tools: [run('cat a.txt', 'call_read'), run('seq -f "row %03g of the list" 1 120', 'call_list')],
  },
  { text: 'The file has two words, the list 120 rows.' },
]

const SECOND: readonly ResponseStep[] = [
  {
    reasoning: 'A plan first, then the patch.',
    tools: [
      { name: 'update_plan', input: { plan: [{ step: 'patch the file', status: 'in_progress' }] }, id: 'call_plan' },
      {
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Update File: a.txt\n@@\n hello\n-world\n+there\n*** End Patch\n',
        id: 'call_patch',
      },
    ],
  },
  { text: 'Patched.', tools: [run('false', 'call_false')] },
  { text: 'The check failed.' },
]

const THIRD: readonly ResponseStep[] = [{ text: 'The last word is there.' }]

/** What the client is led through. All that "the model" says is ours, and small. */
export const CODEX_SCENARIOS: readonly CodexScenario[] = [
  { name: 'three-rounds', record: threeRounds },
  {
    name: 'legacy',
    async record(box, drive, lastId) {
      const id = '0199f52a-0000-7000-8000-00000000c0de'
      const payload = {
        id,
        timestamp: '2025-10-17T21:40:02.297Z',
        cwd: box.project,
        originator: 'codex_exec',
        cli_version: '0.46.0',
        source: 'exec',
      }
      const line = { timestamp: '2025-10-17T21:40:02.355Z', type: 'session_meta', payload }
      await writeFile(join(box.sessions, `rollout-2025-10-17T21-40-02-${id}.jsonl`), `${JSON.stringify(line)}\n`)
      for (const [prompt, script] of [
        ['Read the file and the list.', FIRST],
        ['Patch the file.', SECOND],
        ['Which word is the last?', THIRD],
      ] as const) {
        await drive([...UNASKED, 'resume', await lastId(), prompt], { script })
      }
    },
  },
  {
    name: 'compaction',
    async record(box, drive, lastId) {
      await threeRounds(box, drive, lastId)
      await drive([...UNASKED, 'resume', await lastId(), 'Do a long thing.'], {
        config: ['model_auto_compact_token_limit = 50000'],
        script: [
          { text: 'I begin.', tools: [run('echo long', 'call_long')], input: 60_000 },
          { text: 'What was done: the file was read and patched.', input: 61_000 },
          { text: 'Gone on after the compaction.', tools: [run('echo after', 'call_after')], input: 4000 },
          { text: 'Done.', input: 4100 },
        ],
      })
      await drive([...UNASKED, 'resume', await lastId(), 'And now?'], { script: [{ text: 'Nothing more.' }] })
    },
  },
  {
    name: 'fork',
    async record(box, drive, lastId) {
      await threeRounds(box, drive, lastId)
      await drive([...UNASKED, 'fork', await lastId(), 'Which word is the first?'], {
        script: [{ text: 'I look.', tools: [run('head -n 1 a.txt', 'call_head')] }, { text: 'It is hello.' }],
      })
    },
  },
  {
    name: 'image-and-interrupted',
    async record(box, drive, lastId) {
      const picture = join(box.project, 'dot.png')
      await writeFile(picture, Buffer.from(SMALL_PNG, 'base64'))
      await drive([...UNASKED, '-i', picture, '--', 'What is in the picture?'], {
        script: [
          { text: 'I look at it again.', tools: [{ name: 'view_image', input: { path: picture }, id: 'call_view' }] },
          { text: 'A dot.' },
        ],
      })
      await drive([...UNASKED, 'resume', await lastId(), 'Wait a while.'], {
        script: [{ reasoning: 'This takes long.', text: 'I wait.', tools: [run('sleep 60', 'call_sleep')] }],
        timeoutMs: 8000,
        isStopped: true,
      })
      await drive([...UNASKED, 'resume', await lastId(), 'Never mind.'], { script: [{ text: 'As you like.' }] })
    },
  },
]

async function threeRounds(_box: CodexBox, drive: Drive, lastId: () => Promise<string>): Promise<void> {
  await drive([...UNASKED, 'Read the file and the list.'], { script: FIRST })
  await drive([...UNASKED, 'resume', await lastId(), 'Patch the file.'], { script: SECOND })
  await drive([...UNASKED, 'resume', await lastId(), 'Which word is the last?'], { script: THIRD })
}
