import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FILES } from './paths.ts'

const home = mkdtempSync(join(realpathSync(tmpdir()), 'stet-paths-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const [THERE, GONE] = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

it('a subagent is found by itself where the file of its session is gone, else with its session', async () => {
  const project = join(home, 'projects', '-project')
  for (const id of [THERE, GONE]) {
    mkdirSync(join(project, id!, 'subagents'), { recursive: true })
    writeFileSync(join(project, id!, 'subagents', `agent-a${id!.at(-1)}.jsonl`), '')
    writeFileSync(join(project, id!, 'subagents', `agent-a${id!.at(-1)}.meta.json`), '{}')
  }
  writeFileSync(join(project, `${THERE}.jsonl`), '')
  const found: string[] = []
  for await (const path of FILES.find(home)) found.push(path.slice(project.length + 1))
  expect(found).toEqual([`${THERE}.jsonl`, `${GONE}/subagents/agent-a2.jsonl`])
})
