import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { RoundRow, Session } from '../src/model/session.ts'
import { inscribe } from '../src/record/capture/inscribe.ts'
import { roundBlocks } from '../src/record/reading/round-blocks.ts'
import type { Workspace } from '../src/record/workspace.ts'
import { isStopWord } from '../src/search/query/stop-words.ts'
import { search } from '../src/search/search.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { PARAPHRASED } from './data/paraphrased.ts'
import { transcripts } from './lib/place.ts'

/** Known-item search within a project: rounds drawn by chance, queries made by rule from each; goal hit@5 0.9 overall. */
const ROUNDS = Number(process.env.STET_BENCH_ROUNDS ?? 200)
const GOAL = 0.9

interface Asked {
  readonly kind: string
  readonly words: string
  readonly where: 'text' | 'tools'
}

let state = 7
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

async function main(): Promise<void> {
  const work = mkdtempSync(join(process.env.STET_BENCH_WORK!, 'known-'))
  const workspace = await openWorkspace({
    storeDir: join(work, 'store'),
    user: 'u',
    machine: 'm',
    cwd: work,
    configDirs: {},
  })
  await inscribe(workspace, transcripts())
  const places: { session: Session; row: RoundRow }[] = []
  const seen = new Map<string, number>()
  for await (const session of workspace.store.listSessions()) {
    for (const row of await workspace.store.listRounds(session.id)) {
      if (row.round === 0 || session.facts.cwd === null) continue
      places.push({ session, row })
      const { prompt } = await said(workspace, session, row)
      for (const word of new Set(wordsOf(prompt))) seen.set(word, (seen.get(word) ?? 0) + 1)
    }
  }
  const results = new Map<string, { asked: number; found: number }>()
  for (let drawn = 0; drawn < ROUNDS && places.length > 0; drawn++) {
    const { session, row } = places[random(places.length)]!
    for (const { kind, words, where } of queriesOf(await said(workspace, session, row), seen)) {
      const { hits } = await search(workspace, words, { project: session.facts.cwd!, limit: 5, where })
      const count = results.get(kind) ?? { asked: 0, found: 0 }
      const isFound = hits.some(({ round_id }) => round_id === row.roundId)
      results.set(kind, { asked: count.asked + 1, found: count.found + (isFound ? 1 : 0) })
    }
  }
  const all = [...results.values()].reduce((sum, one) => ({
    asked: sum.asked + one.asked,
    found: sum.found + one.found,
  }))
  console.log(`known-item search, ${ROUNDS} rounds, hit@5`)
  for (const [kind, { asked, found }] of [...results, ['all', all] as const])
    console.log(`  ${kind.padEnd(28)} ${(found / asked).toFixed(3)} of ${asked}`)
  await askByHand(workspace)
  console.log(all.found / all.asked >= GOAL ? `  ok (goal ${GOAL})` : `  missed (goal ${GOAL})`)
  await closeWorkspace(workspace)
}

/** Questions of people, each for one round of the corpus, within its project. */
async function askByHand(workspace: Workspace): Promise<void> {
  const known = new Map<string, Session>()
  for await (const session of workspace.store.listSessions())
    if (!session.facts.spawnedBy) known.set(session.id.slice(0, 8), session)
  const missed: string[] = []
  const asked = PARAPHRASED.filter(([id]) => known.has(id))
  for (const [id, round, question] of asked) {
    const session = known.get(id)!
    const row = (await workspace.store.listRounds(session.id)).find((one) => one.round === round)
    const { hits } = await search(workspace, question, { project: session.facts.cwd ?? '', limit: 5 })
    if (!hits.some(({ round_id }) => round_id === row?.roundId)) missed.push(`${id}:${round} ${question}`)
  }
  console.log(`  asked by hand                ${(1 - missed.length / asked.length).toFixed(3)} of ${asked.length}`)
  for (const one of missed) console.log(`    not found: ${one}`)
}

interface Said {
  readonly prompt: string
  readonly files: readonly string[]
  readonly errors: readonly string[]
  readonly functions: readonly string[]
}

async function said(workspace: Workspace, session: Session, row: RoundRow): Promise<Said> {
  const blocks = await roundBlocks(workspace, session, row)
  const textOf = (type: string) => blocks.filter((block) => block.type === type).map(({ content }) => String(content))
  const spoken = [...textOf('user-text'), ...textOf('assistant-text')].join('\n')
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => JSON.stringify(content))
  return {
    prompt: textOf('user-text').join('\n').slice(0, 4000),
    files: spoken.match(/\b[\w-]{4,}\.(?:ts|go|py|js|md|json|rs|sh)\b/g) ?? [],
    errors: results.flatMap((text) => text.match(/(?:error|Error|failed)[:\s][A-Za-z0-9 '._-]{20,60}/g) ?? []),
    functions: spoken.match(/\b[a-z]+(?:[A-Z][a-z]+)+(?=\()/g) ?? [],
  }
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]{4,20}/g) ?? []).filter((word) => !isStopWord(word))
}

function queriesOf({ prompt, files, errors, functions }: Said, seen: ReadonlyMap<string, number>): readonly Asked[] {
  const rare = [...new Set(wordsOf(prompt))].sort((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0))
  const queries: Asked[] = []
  if (rare.length >= 3)
    queries.push({ kind: 'three words, another form', words: rare.slice(0, 3).map(otherForm).join(' '), where: 'text' })
  if (rare.length >= 2)
    queries.push({ kind: 'a typo in a rare word', words: `${typo(rare[0]!)} ${rare[1]}`, where: 'text' })
  if (files[0] && rare[0]) queries.push({ kind: 'a file and a word', words: `${files[0]} ${rare[0]}`, where: 'text' })
  if (functions[0]) queries.push({ kind: 'a function', words: functions[0], where: 'text' })
  if (errors[0]) queries.push({ kind: 'an error that a tool printed', words: errors[0], where: 'tools' })
  return queries
}

function otherForm(word: string): string {
  if (word.endsWith('ing') || word.endsWith('ed') || word.endsWith('ly')) return word
  return word.endsWith('s') ? word.replace(/s$/, '') : `${word}s`
}

function typo(word: string): string {
  const at = 1 + random(word.length - 2)
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

void main()
