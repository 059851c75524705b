import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inscribe } from '../src/record/capture/inscribe.ts'
import { embedNew } from '../src/search/embed-new.ts'
import { search } from '../src/search/search.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { type Asked, projectOf, writeDialogues } from './data/locomo.ts'

/**
 * LoCoMo as sessions, by rounds, within a project. The data is not shipped: STET_LOCOMO names locomo10.json. Tuned on
 * conversations 1 to 3, reported on 4 to 10. STET_LOCOMO_MODES names the modes to run; for meaning STET_MEANING names the
 * folder where the model is installed.
 */
const DATA = process.env.STET_LOCOMO
const MODEL = process.env.STET_MEANING
const MODES = (process.env.STET_LOCOMO_MODES ?? 'text').split(',') as ('text' | 'meaning' | 'both')[]
const MULTI_HOP = 1

async function main(): Promise<void> {
  if (DATA === undefined) return console.log('locomo: set STET_LOCOMO to the path of locomo10.json')
  const work = mkdtempSync(join(process.env.STET_BENCH_WORK!, 'locomo-'))
  const folder = join(work, 'files')
  mkdirSync(folder)
  mkdirSync(join(work, 'store'), { mode: 0o700 })
  if (MODEL !== undefined) symlinkSync(MODEL, join(work, 'store', 'meaning'))
  const { files, questions } = writeDialogues(DATA, folder)
  const workspace = await openWorkspace({
    storeDir: join(work, 'store'),
    user: 'u',
    machine: 'm',
    cwd: work,
    configDirs: {},
  })
  await inscribe(workspace, files)
  await embedNew(workspace)
  console.log('LoCoMo by rounds          R@5    R@10   multi-hop R@10   p95 ms')
  for (const mode of MODES) {
    for (const [name, from, to] of [
      ['1-3', 1, 3],
      ['4-10', 4, 10],
    ] as const) {
      const asked = questions.filter(({ conversation }) => conversation >= from && conversation <= to)
      const answers: { asked: Asked; refs: readonly string[]; ms: number }[] = []
      for (const one of asked) {
        const began = performance.now()
        const { hits } = await search(workspace, one.question, {
          project: projectOf(one.conversation),
          limit: 10,
          mode,
        })
        answers.push({ asked: one, refs: hits.map(({ ref }) => ref), ms: performance.now() - began })
      }
      const recall = (most: number, chosen = answers) =>
        mean(
          chosen.map(
            ({ asked: { evidence }, refs }) =>
              evidence.filter((ref) => refs.slice(0, most).includes(ref)).length / evidence.length,
          ),
        )
      const hops = answers.filter(({ asked: { category } }) => category === MULTI_HOP)
      const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
      console.log(
        `${mode.padEnd(8)} conversations ${name.padEnd(5)} ${recall(5).toFixed(3)}  ${recall(10).toFixed(3)}  ${recall(10, hops).toFixed(3)}            ${times[Math.floor(times.length * 0.95)]!.toFixed(0)}`,
      )
    }
  }
  await closeWorkspace(workspace)
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

void main()
