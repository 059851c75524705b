import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeCode } from '../src/clients/claude-code/index.ts'
import { linesOf } from '../src/clients/lines.ts'
import { clusterRounds } from '../src/search/clustering/cluster-rounds.ts'
import type { RoundTraits } from '../src/search/clustering/round-features.ts'
import { groupBy } from './lib/group-by.ts'
import { ROOT } from './lib/place.ts'

/**
 * Suggested engagements: sessions of different repositories interleaved in runs of 3 to 10 rounds, without folder, branch,
 * ids, or the part of paths that leads to the repository. Purity: the share of rounds in the majority of their group.
 * Completeness: the share of a repository's rounds in its largest group.
 */
const CORPUS = join(ROOT, '../shared/corpus/claude')
const MIXES = 30

interface Labelled extends RoundTraits {
  readonly repository: string
}

const sessions = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => roundsOf(name))
  .filter((rounds) => rounds.length >= 5)
const byRepository = groupBy(sessions, (rounds) => rounds[0]!.repository)
const repositories = [...byRepository.keys()].sort()
let state = 20_261
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const totals = { all: measure(), files: measure() }
for (let mix = 0; mix < MIXES; mix++) {
  const chosen = [...repositories].sort(() => random(3) - 1).slice(0, 3 + random(2))
  const rounds = interleaved(chosen.map((name) => byRepository.get(name)![random(byRepository.get(name)!.length)]!))
  const labels = clusterRounds(rounds)
  totals.all.add(rounds, labels, () => true)
  totals.files.add(rounds, labels, ({ files }) => files.length > 0)
}
console.log(`suggested engagements, ${MIXES} mixes of ${repositories.length} repositories`)
console.log(
  `  all rounds          purity ${totals.all.purity()} (goal 0.85)  completeness ${totals.all.completeness()} (goal 0.7)`,
)
console.log(
  `  rounds with a file  purity ${totals.files.purity()} (goal 0.9)   completeness ${totals.files.completeness()} (goal 0.9)`,
)

function roundsOf(name: string): readonly Labelled[] {
  const rounds: { text: string; files: string[]; started: string | null }[] = []
  let root = ''
  for (const line of linesOf(readFileSync(join(CORPUS, name)))) {
    const cwd = /"cwd":"([^"]+)"/.exec(line.toString('latin1'))?.[1]
    if (cwd && root === '') root = cwd
    for (const block of claudeCode.reader.blocks(line)) {
      if (block.type === 'user-text') rounds.push({ text: '', files: [], started: block.timestamp })
      const round = rounds.at(-1)
      if (!round) continue
      if (block.type === 'user-text' || block.type === 'assistant-text') round.text += `${String(block.content)}\n`
      if (block.type === 'tool_use')
        for (const { path } of claudeCode.tools.act(block.name, block.content).files) round.files.push(path)
    }
  }
  const repository = name.split('/')[0]!
  return rounds.map((round) => ({
    ...round,
    text: neutral(round.text, root),
    files: round.files.map((path) => path.replace(root, '')),
    branch: null,
    repository,
  }))
}

function neutral(text: string, root: string): string {
  return (root === '' ? text : text.replaceAll(root, '')).replace(/\/(?:Users|home|private|tmp|var)\/\S*/g, ' ')
}

function interleaved(sources: readonly (readonly Labelled[])[]): readonly Labelled[] {
  const left = sources.map((rounds) => [...rounds])
  const mixed: Labelled[] = []
  while (left.some((rounds) => rounds.length > 0)) {
    const rounds = left.filter((one) => one.length > 0)[random(left.filter((one) => one.length > 0).length)]!
    mixed.push(...rounds.splice(0, 3 + random(8)))
  }
  return mixed
}

function measure() {
  let pure = 0
  let all = 0
  const shares: number[] = []
  return {
    add(rounds: readonly Labelled[], labels: readonly number[], counts: (round: Labelled) => boolean) {
      const kept = rounds.map((round, at) => ({ round, label: labels[at]! })).filter(({ round }) => counts(round))
      for (const group of groupBy(kept, ({ label }) => label).values())
        pure += Math.max(...[...groupBy(group, ({ round }) => round.repository).values()].map((own) => own.length))
      all += kept.length
      for (const own of groupBy(kept, ({ round }) => round.repository).values())
        shares.push(
          Math.max(...[...groupBy(own, ({ label }) => label).values()].map((part) => part.length)) / own.length,
        )
    },
    purity: () => (pure / all).toFixed(3),
    completeness: () => (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3),
  }
}
