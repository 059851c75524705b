import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { findOpencode, OPENCODE_VERSION } from './install.mjs'
import { openOpencodeBox } from './opencode.ts'
import type { ClientBench, ClientPatient } from './oracle/client-bench.ts'
import { FULL, trimmed } from './oracle/forms.ts'
import { openOpencodeBench } from './oracle/opencode-bench.ts'
import { OPERATIONS } from './oracle/operations.ts'
import { preludeOf, roundPiece } from './oracle/pieces.ts'
import { openStet } from './oracle/stet.ts'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/opencode', `three-rounds-${OPENCODE_VERSION}.json`)

/**
 * The client takes long to start: the wide run does more. Where a notice is in the place of a call, an API of the chat form is sent
 * one text with what the agent said before it, so that pieces cannot be told apart here.
 */
const WIDE = OPERATIONS.map(({ name }) => name).filter((name) => !/^drop t|^fidelity/.test(name))
const NAMES = process.env.STET_WIDE ? WIDE : ['trim 20', 'compress-before']

let proven = 0
beforeAll(buildBundle)
afterAll(() => console.log(`surgery: ${proven} operations imported into opencode and gone on with`))

describe('what opencode sends after an operation is what it sent before, and the planned words', () => {
  it('of three rounds', { timeout: 900_000 }, async ({ skip, expect }) => {
    requireOpencode(skip)
    const stet = openStet()
    const box = await openOpencodeBox()
    try {
      const bench = openOpencodeBench(stet, box)
      const patient = await bench.admit(FIXTURE)
      expect(patient.rounds).toHaveLength(3)
      for (const name of NAMES) {
        const outcome = await operate(bench, patient, name)
        expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
        proven++
      }
    } finally {
      stet.remove()
      await box.remove()
    }
  })
})

/** The same operations as for any client, with opencode's own tools, written for it. */
function operate(bench: ClientBench, patient: ClientPatient, name: string) {
  const operation = OPERATIONS.find((one) => one.name === name)!
  const args = operation.args(patient.path, patient).map((word) => (word === 'claude-code' ? 'opencode' : word))
  const threshold = /^trim (\d+)$/.exec(name)?.[1]
  if (threshold === undefined) return bench.prove(args, [patient], ([source]) => operation.promises(source!))
  const form = trimmed(Number(threshold), ['bash', 'read'])
  return bench.prove(args, [patient], ([source]) => [
    [...preludeOf(source!, FULL, form), ...source!.rounds.map((round) => roundPiece(source!, round, form))],
  ])
}

function requireOpencode(skip: (note: string) => void): void {
  if (findOpencode()) return
  if (process.env.CI === 'true') throw new Error(`opencode ${OPENCODE_VERSION} is not installed`)
  skip(`opencode ${OPENCODE_VERSION} is not installed: node tests/clients/install.mjs`)
}
