import { describe, expect, it } from 'vitest'
import type { OutlineLine } from '../../model/outline.ts'
import { linesOf } from '../lines.ts'
import { claudeCode } from './index.ts'
import { ClaudeCodeValidator } from './validate.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const METADATA = Buffer.from('{"surgery_metadata":{}}\n')

describe('a uuid that stands in two lines is told', () => {
  it('where a copied line is there twice', () => {
    const [a, b] = linesNamed('a', 'b')
    expect(faultsOf(a!, b!)).toEqual([])
    expect(faultsOf(a!, b!, a!)).toEqual(['line 4: the uuid a stands there twice'])
  })

  it('where a line that was written anew has that of a copied one', () => {
    const [a, b] = linesNamed('a', 'b')
    expect(faultsOf(a!, b!, said('a', 'b'))).toEqual(['line 4: the uuid a stands there twice'])
    expect(faultsOf(said('b', null), a!, b!)).toEqual(['line 4: the uuid b stands there twice'])
    expect(faultsOf(said('c', null), a!, b!)).toEqual([])
  })

  it('where the lines of two sessions share it', () => {
    const [a, b] = linesNamed('a', 'b')
    const [c, other] = linesNamed('c', 'a')
    expect(faultsOf(a!, b!, c!)).toEqual([])
    expect(faultsOf(a!, b!, c!, other!)).toEqual(['line 5: the uuid a stands there twice'])
  })

  it('where a session has it twice itself', () => {
    const [first] = linesNamed('a', 'b')
    const value = { ...first!, uuid: 'z', isMessage: true, isUnsigned: false, ownCalls: [], ownAnswers: [] }
    expect(faultsOf(value, value)).toEqual(['line 3: the uuid z stands there twice'])
  })
})

function faultsOf(...written: readonly (OutlineLine | Buffer)[]): readonly string[] {
  const validator = new ClaudeCodeValidator(ID)
  validator.add(METADATA)
  for (const line of written) {
    if (Buffer.isBuffer(line)) validator.add(line)
    else validator.addCopied(line)
  }
  return validator.faults()
}

/** The lines of a session, as operations know them. */
function linesNamed(...uuids: readonly string[]): readonly OutlineLine[] {
  const outliner = claudeCode.context.outlined([]).outliner()
  const file = Buffer.concat(uuids.map((uuid, at) => said(uuid, uuids[at - 1] ?? null)))
  for (const line of linesOf(file)) outliner.add(line)
  return claudeCode.context
    .outlined([outliner.take()])
    .outline(() => 1)
    .parts.flatMap(({ lines }) => lines)
}

function said(uuid: string, parentUuid: string | null): Buffer {
  const message = { role: 'user', content: 'hello' }
  const line = { type: 'user', uuid, parentUuid, sessionId: ID, timestamp: '2026-01-01T00:00:00.000Z', message }
  return Buffer.from(`${JSON.stringify(line)}\n`)
}
