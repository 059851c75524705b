import { expect, it } from 'vitest'
import { DEFAULT_REQUEST, parseTrigger } from '../../src/brief/request.ts'

it.each([
  [
    'compress --lossless --turns 16-35 --context attention consciousness',
    { mode: 'lossless', turns: { kind: 'range', range: '16-35' }, context: 'attention consciousness' },
  ],
  [
    'compress --turns recent --context ATTENTION_CONSCIOUSNESS_FRAMEWORK',
    { turns: { kind: 'recent' }, context: 'ATTENTION_CONSCIOUSNESS_FRAMEWORK' },
  ],
  [
    'compress --lossy --scope "math curriculum for veterans" --context consciousness physics',
    { scope: 'math curriculum for veterans', context: 'consciousness physics' },
  ],
  ['compress --context "the attention theory stuff"', { context: 'the attention theory stuff' }],
  [
    'compress --lossless --turns 21-35 --context attention framework --scope math program',
    {
      mode: 'lossless',
      turns: { kind: 'range', range: '21-35' },
      context: 'attention framework',
      scope: 'math program',
    },
  ],
  ['compress', {}],
  ['save state', {}],
  ['summarize for continuation', {}],
  ['Execute transmutation script.', {}],
  ['archive this conversation', { mode: 'lossless' }],
  ['compress --lossless', { mode: 'lossless' }],
  ['compress recent, bridge from attention theory', { turns: { kind: 'recent' }, context: 'attention theory' }],
  [
    'compress from the parser through the release',
    { turns: { kind: 'topics', from: 'the parser', through: 'the release' } },
  ],
  ['compress math program, pull in attention framework', { scope: 'math program', context: 'attention framework' }],
] as const)('%s', (said, meant) => {
  expect(parseTrigger(said)).toEqual({ ...DEFAULT_REQUEST, ...meant })
})

it('takes no ordinary sentence for a trigger', () => {
  for (const said of [
    'please fix the compress function',
    'the save state button is broken',
    'compress the images in docs/',
    '',
  ])
    expect(parseTrigger(said)).toBeUndefined()
})
