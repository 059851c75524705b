import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sweAgent } from '../../src/clients/swe-agent/index.ts'
import { tilingFault } from '../../src/model/span.ts'
import { damagedOf, meaningOf } from '../laws/damaged-files.ts'
import { runs } from '../laws/workbench.ts'

const CASES = resolve(import.meta.dirname, '../golden/parse/swe-agent')
const FILES = readdirSync(CASES).map((name) => readFileSync(join(CASES, name, 'input.traj')))

it('whatever a file holds, every byte has one owner, and it means the same in any steps', () => {
  fc.assert(
    fc.property(damagedOf(FILES), fc.infiniteStream(fc.boolean()), (file, cuts) => {
      const whole = meaningOf(sweAgent.reader, file, () => false)
      expect(tilingFault(whole.spans, file.length)).toBeUndefined()
      expect(meaningOf(sweAgent.reader, file, () => cuts.next().value as boolean)).toEqual(whole)
    }),
    runs(300),
  )
})
