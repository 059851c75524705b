import { describe, expect, it } from 'vitest'
import type { ConversationBlock } from '../conversation.ts'
import { difference } from './compare.ts'
import { FULL, NAVIGATE, trimmed, without } from './forms.ts'
import type { Piece } from './pieces.ts'

const LONG = 'x'.repeat(2000)
const ROUND: readonly ConversationBlock[] = [
  text('user', 'Look.'),
  { role: 'assistant', type: 'thinking', text: 'Where?', signature: 's' },
  call('toolu_1', 'Bash'),
  result('toolu_1', LONG),
  text('assistant', 'There.'),
]
const INDEX = text(
  'user',
  '# Index of 1 earlier round (001) of session s\n<!-- stet:index session=s rounds=1-1 count=1 -->\n| 001 | unknown | user | "Go" |',
)
const ACK = text('assistant', 'Understood. I will inject earlier rounds when I need them.')
const CUT = result(
  'toolu_1',
  `${'x'.repeat(500)}\n…[cut by stet: 2000 characters, 500 kept; whole in line 4 of f; stet inject s:2:3]`,
)

describe('a round that is kept', () => {
  it('is the same, under other ids too', () => {
    expect(difference([own()], ROUND, '')).toBeUndefined()
    expect(difference([own()], renamed(ROUND, 'toolu_2'), '')).toBeUndefined()
  })

  it('lacks nothing, has nothing more and nothing else', () => {
    for (const at of ROUND.keys()) expect(difference([own()], ROUND.toSpliced(at, 1), ''), String(at)).toBeDefined()
    for (const at of ROUND.keys())
      expect(difference([own()], ROUND.toSpliced(at, 0, text('user', 'more')), ''), String(at)).toBeDefined()
    expect(difference([own()], [...ROUND.slice(0, 4), text('assistant', 'There!')], '')).toContain('became')
    expect(difference([own()], [ROUND[0]!, ROUND[2]!, ROUND[1]!, ...ROUND.slice(3)], '')).toBeDefined()
  })

  it('has calls and results that belong together, and to no other round', () => {
    expect(difference([own()], ROUND.with(3, result('toolu_9', LONG)), '')).toBeDefined()
    expect(difference([own('a'), own('b')], [...ROUND, ...ROUND], '')).toBeDefined()
    expect(difference([own('a'), own('b')], [...ROUND, ...renamed(ROUND, 'toolu_2')], '')).toBeUndefined()
  })

  it('may be followed by what the client makes up, which is not in the file', () => {
    const filled = [...ROUND, text('assistant', 'No response requested.')]
    const said = '{"text":"No response requested."}'
    expect(difference([own()], filled, '')).toBeUndefined()
    expect(difference([own()], filled, said)).toBeUndefined()
    expect(difference([own('a'), own('b')], [...filled, ...renamed(ROUND, 'toolu_2')], '')).toBeUndefined()
    expect(difference([own('a'), own('b')], [...filled, ...renamed(ROUND, 'toolu_2')], said)).toBeDefined()
  })
})

describe('an index', () => {
  const pieces: readonly Piece[] = [{ kind: 'index', rounds: [1] }, own()]

  it('has a row for each round and an ack', () => {
    expect(difference(pieces, [INDEX, ACK, ...ROUND], '')).toBeUndefined()
    expect(difference(pieces, [INDEX, ...ROUND], '')).toContain('no ack')
    expect(difference(pieces, ROUND, '')).toContain('planned')
    expect(difference([{ kind: 'index', rounds: [1, 2] }, own()], [INDEX, ACK, ...ROUND], '')).toContain('planned')
  })
})

describe('a round in another form', () => {
  it('trimmed, keeps the beginning of the results of some tools', () => {
    expect(difference([own('a', trimmed(500))], ROUND.with(3, CUT), '')).toBeUndefined()
    expect(difference([own('a', trimmed(400))], ROUND.with(3, CUT), '')).toBeDefined()
    expect(difference([own('a', trimmed(500))], ROUND, '')).toBeDefined()
    expect(difference([own('a', trimmed(500, ['Read']))], ROUND.with(3, CUT), '')).toBeDefined()
    expect(difference([own()], ROUND.with(3, CUT), '')).toBeDefined()
  })

  it('navigated, has references in place of thinking and calls', () => {
    const sent = [
      ROUND[0]!,
      text('assistant', '[thinking · 6 chars — inject(s:2, thinking)] [in line 3 of /f]'),
      text(
        'assistant',
        '[tool_use: Bash ls — inject(s:2, tool_use)] [in line 4] [tool_result · 500 tokens — inject(s:2, tool_result)] [in line 5]',
      ),
      ROUND[4]!,
    ]
    expect(difference([own('a', NAVIGATE)], sent, '')).toBeUndefined()
    expect(difference([own('a', NAVIGATE)], sent.toSpliced(2, 1), '')).toBeDefined()
    expect(difference([own('a', NAVIGATE)], ROUND, '')).toBeDefined()
  })

  it('without results, names each', () => {
    const gone = result('toolu_1', '[tool_result · 2000 chars — cut by stet; in line 4 of f; stet inject s:2:3]')
    expect(difference([own('a', without('tool_result'))], ROUND.with(3, gone), '')).toBeUndefined()
    expect(difference([own('a', without('tool_result'))], ROUND, '')).toBeDefined()
    expect(difference([own('a', without('tool_result'))], ROUND.toSpliced(3, 1), '')).toBeDefined()
  })
})

function own(from = 'a', form = FULL): Piece {
  return { kind: 'own', name: 'round 2', from, blocks: ROUND, form }
}

function renamed(blocks: readonly ConversationBlock[], id: string): readonly ConversationBlock[] {
  return blocks.map((block) => (block.id === undefined ? block : { ...block, id }))
}

function text(role: string, said: string): ConversationBlock {
  return { role, type: 'text', text: said }
}

function call(id: string, name: string): ConversationBlock {
  return { role: 'assistant', type: 'tool_use', id, name, input: {} }
}

function result(id: string, content: string): ConversationBlock {
  return { role: 'user', type: 'tool_result', id, content }
}
