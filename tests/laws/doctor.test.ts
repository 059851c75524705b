import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examine, repair } from '../../src/care/doctor.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { isFailure } from '../../src/model/errors.ts'
import { sessionFile } from './generate.ts'
import { onBench, runs } from './workbench.ts'

it('mending loses no line that the client sends', () =>
  fc.assert(
    fc.property(sessionFile(), ({ bytes }) => {
      const kept = new Set(startsOf(bytes, true))
      expect(startsOf(bytes, false).filter((start) => !kept.has(start))).toEqual([])
    }),
    runs(500),
  ))

it('a repaired session is whole', () =>
  fc.assert(
    fc.asyncProperty(sessionFile(), ({ bytes }) =>
      onBench(async ({ workspace, inscribe, path }) => {
        const out = mkdtempSync(join(tmpdir(), 'stet-doctor-law-'))
        try {
          const session = await inscribe(bytes)
          writeFileSync(path, bytes)
          utimesSync(path, 0, 0)
          const repaired = await repair(workspace, [session.id], { all: false, out: join(out, 'new.jsonl') }).catch(
            unrepairable,
          )
          if (!repaired) return
          expect(await examine(workspace, [join(out, 'new.jsonl')], { all: false })).toMatchObject({ problems: [] })
        } finally {
          rmSync(out, { recursive: true, force: true })
        }
      }),
    ),
    runs(60),
  ))

/** Where the lines are of which the model is shown something. */
function startsOf(bytes: Buffer, mends: boolean): readonly number[] {
  const reader = claudeCode.context.reader({ mends })
  for (const line of linesOf(bytes)) reader.add(line)
  const lines = reader.context(() => 1).parts.flatMap((part) => part.lines)
  return lines.map((line) => line.start).filter((start) => !/"type":\s*"(?:system|progress)"/.test(lineAt(start)))

  function lineAt(start: number): string {
    return bytes.toString('utf8', start, (bytes.indexOf('\n', start) + 1 || bytes.length + 1) - 1)
  }
}

/** There is nothing wrong with it, or nothing in it that could be resumed. */
function unrepairable(error: unknown): undefined {
  if (!isFailure(error, 'nothing-to-do', 'output-invalid')) throw error
}
