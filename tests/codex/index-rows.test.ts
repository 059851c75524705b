import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { TOOLS } from '../../src/clients/codex/tools.ts'
import type { Block } from '../../src/model/block.ts'
import { simpleCommands } from '../../src/model/shell-words.ts'
import type { ToolAct } from '../../src/model/tool-act.ts'
import { show } from '../../src/read/show.ts'
import { rowOf } from '../../src/surgery/index-row.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { shownRoundsOf } from '../../src/surgery/subject.ts'
import { CORPUS_ABSENT, codexCorpusFiles } from '../corpus/files.ts'
import { openSurgeryBench } from '../surgery/bench.ts'

const ROWS = 100

it('rows of Codex rounds name a file that was changed, or a command that was run', async () => {
  const files = codexCorpusFiles().toSorted((a, b) => basename(a).localeCompare(basename(b)))
  if (files.length === 0) {
    console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
    return
  }
  const counts = { rows: 0, changed: 0, file: 0, ran: 0, named: 0, chars: 0 }
  for (const path of files) {
    const bench = openSurgeryBench()
    try {
      const session = await bench.inscribe(readFileSync(path))
      for (const round of [...shownRoundsOf(await openSubject(bench.workspace, session))]) {
        const [shown] = (await show(bench.workspace, session, { range: String(round.ref.round) })).rounds
        const acts = ((shown?.blocks ?? []) as readonly Block[]).flatMap(({ type, name, content }) =>
          type === 'tool_use' ? [TOOLS.act(name, content)] : [],
        )
        const [changed, ran] = [changedBy(acts), ranBy(acts)]
        if (counts.rows >= ROWS || changed.length + ran.length === 0) continue
        const row = rowOf(round)
        counts.rows++
        counts.chars += row.length
        const tools = row.slice(row.indexOf('['), row.lastIndexOf(']'))
        if (changed.length > 0) {
          counts.changed++
          if (changed.some((file) => tools.includes(file))) counts.file++
        } else if (ran.some((command) => command.length > 2 && tools.includes(` ${command}`))) counts.ran++
      }
    } finally {
      await bench.close()
    }
  }
  counts.named = counts.file + counts.ran
  console.log(`Codex, rows: ${JSON.stringify(counts)}`)
  expect(counts.rows).toBeGreaterThan(50)
  expect(counts.named / counts.rows).toBeGreaterThanOrEqual(0.9)
})

function changedBy(acts: readonly ToolAct[]): readonly string[] {
  return acts.flatMap(({ files }) => files.flatMap(({ path, change }) => (change === null ? [] : basename(path))))
}

/** The program of each command, with what it does or looks at where that is the next word. */
function ranBy(acts: readonly ToolAct[]): readonly string[] {
  return acts.flatMap(({ role, command }) =>
    role !== 'run' || command === null
      ? []
      : simpleCommands(command).flatMap(({ words: [program = '', verb = ''] }) => {
          const name = basename(program)
          return [`${name} ${verb}`, ...(/^(?:git|gh|npm|bun|python3?)$/.test(name) ? [] : [name])]
        }),
  )
}
