import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { geminiCli } from '../../src/clients/gemini/index.ts'
import type { Context } from '../../src/model/context.ts'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import { readContext } from '../../src/surgery/read-context.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const CASES = resolve(import.meta.dirname, '../golden/parse/gemini')
const SHARED = resolve(import.meta.dirname, '../../../shared')

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

async function recorded(path: string): Promise<Session> {
  const copy = join(bench.home, `copy${path.slice(path.lastIndexOf('.'))}`)
  writeFileSync(copy, readFileSync(path))
  const { sessions } = await inscribe(bench.workspace, [copy])
  return (await bench.workspace.store.findSession(sessions[0]!.session))!
}

function inputOf(name: string): string {
  return join(CASES, name, readdirSync(join(CASES, name)).find((file) => file.startsWith('input.'))!)
}

/** What is sent, part by part. */
function outline({ parts }: Context) {
  return parts.map(({ kind, round, lines }) => [
    `${kind} ${round}`,
    ...lines.flatMap((line) =>
      line.blocks.map((block) => `${line.isMessage ? '' : '('}${block.kind} ${block.ordinal}`),
    ),
  ])
}

describe('what would be sent', () => {
  it.each([
    [
      'what-a-resume-repeats-is-said-once',
      [
        ['round 1', 'user-text 0', 'thinking 1', 'assistant-text 2', 'tool_use 3', 'tool_result 4', 'assistant-text 5'],
        ['round 2', 'user-text 0', 'assistant-text 1'],
      ],
    ],
    [
      'compaction-keeps-the-last-round',
      [
        ['other 0', 'note 1', 'assistant-text 2'],
        ['round 2', 'user-text 0', 'assistant-text 1'],
        ['round 3', 'user-text 0', 'assistant-text 1'],
      ],
    ],
    [
      'compaction-in-the-middle-of-a-round',
      [
        ['other 0', 'note 0', 'assistant-text 1'],
        ['rest 2', 'assistant-text 4', '(note 5'],
      ],
    ],
    [
      'rounds-taken-back',
      [
        ['round 1', 'user-text 0', 'assistant-text 1'],
        ['round 4', 'user-text 0', 'assistant-text 1'],
      ],
    ],
    [
      'a-document-of-an-older-version',
      [
        ['round 1', 'user-text 0', 'thinking 1', 'assistant-text 2', 'tool_use 3', 'tool_result 4', '(note 5'],
        ['round 2', 'user-text 0', 'assistant-text 1'],
      ],
    ],
  ])('%s', async (name, expected) => {
    const context = await readContext(bench.workspace, await recorded(inputOf(name)))
    expect(outline(context)).toEqual(expected)
  })

  it('a message that begins like a command is not, and its answer is', async () => {
    const context = await readContext(bench.workspace, await recorded(inputOf('pictures-files-and-hooks')))
    expect(outline(context).at(-1)).toEqual(['round 3', '(user-text 0', '(note 1'])
  })

  it('rounds before a compaction are told as they were said', async () => {
    const context = await readContext(bench.workspace, await recorded(inputOf('compaction-keeps-the-last-round')))
    expect(context.linesOf(1).flatMap(({ blocks }) => blocks.map(({ kind, ordinal }) => `${kind} ${ordinal}`))).toEqual(
      ['user-text 0', 'thinking 1', 'assistant-text 2', 'tool_use 3', 'tool_result 4', 'assistant-text 5'],
    )
  })

  it('a conversation has words, calls and answers, each once, and no thoughts', () => {
    const file = readFileSync(inputOf('what-a-resume-repeats-is-said-once'))
    expect(geminiCli.context.conversation(file).map((piece) => JSON.parse(piece))).toEqual([
      { role: 'user', text: 'One' },
      { role: 'model', text: 'Calling.' },
      { role: 'model', call: { id: 'c1', name: 'read_file', args: { file_path: 'a' } } },
      { role: 'user', answer: { id: 'c1', name: 'read_file', response: { output: 'hello' } } },
      { role: 'model', text: 'Done.' },
      { role: 'user', text: 'Two' },
      { role: 'model', text: 'Second.' },
    ])
  })
})

const files = [
  ...readdirSync(CASES).map(inputOf),
  ...['corpus/gemini', 'fixtures/gemini'].flatMap((folder) => {
    const at = join(SHARED, folder)
    return existsSync(at)
      ? readdirSync(at, { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.jsonl?$/.test(path))
          .map((path) => join(at, path))
      : []
  }),
]

it.each(files.map((path) => ({ path, name: path.slice(-70) })))(
  '$name: every block that is sent is one of its round',
  async ({ path }) => {
    const session = await recorded(path)
    const { parts, linesOf } = await readContext(bench.workspace, session)
    const rows = await bench.workspace.store.listRounds(session.id)
    const sent = parts.filter(({ round }) => round > 0).flatMap(({ lines }) => lines)
    for (const line of [...sent, ...rows.flatMap(({ round }) => (round > 0 ? linesOf(round) : []))]) {
      const all = await roundBlocks(bench.workspace, session, rows.find(({ round }) => round === line.round)!)
      const blocks = all.filter(({ block_id }) => !block_id.includes('.'))
      for (const { ordinal, kind, call, begins } of line.blocks) {
        expect(blocks[ordinal]).toMatchObject({ type: kind, ...(call !== undefined && { tool_use_id: call }) })
        if (kind === 'user-text' || kind === 'assistant-text')
          expect(String(blocks[ordinal]!.content)).toContain(begins)
      }
    }
    for (const { round } of rows.filter(({ round }) => round > 0))
      expect((await inject(bench.workspace, `${session.id}:${round}`)).round).toBe(round)
  },
)
