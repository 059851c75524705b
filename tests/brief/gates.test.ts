import { expect, it } from 'vitest'
import type { Brief } from '../../src/brief/brief.ts'
import { type Gate, gatesOf } from '../../src/brief/gates.ts'
import { losslessGates } from '../../src/brief/lossless-gates.ts'
import { grade } from '../../src/brief/probes/grade.ts'
import { probesOf } from '../../src/brief/probes/probes.ts'
import type { About, Inherited } from '../../src/brief/render/about.ts'
import { type Archive, archiveOf, archiveText } from '../../src/brief/render/archive.ts'
import { continuationPrompt, losslessPrompt, retrievalProtocol } from '../../src/brief/render/continuation-prompt.ts'
import { implicitReferences } from '../../src/brief/render/line.ts'
import { lossyState } from '../../src/brief/render/lossy-state.ts'
import { ABOUT, BRIEF, ENTRIES, UNWRITTEN } from './sample-brief.ts'

const shown = (brief: Brief) => ({ ...brief, left: [] })
const promptOf = (brief: Brief, about: About = ABOUT) => continuationPrompt(shown(brief), about)
const stateOf = (brief: Brief, about: About = ABOUT) => lossyState(shown(brief), about, 'prompt.md')
const failing = (gates: readonly Gate[]) => gates.filter(({ pass }) => !pass).map(({ name }) => name)

function archived() {
  return filesOf(
    archiveOf({
      brief: BRIEF,
      about: ABOUT,
      location: '/out/archive.md',
      files: [
        {
          path: '/w/src/parse.ts',
          versions: [{ version: 1, round: 1, content: 'export const kestrel = 1\n', changes: [] }],
        },
      ],
      transcript: [1, 2, 3, 4].map((round) => ({ round, at: null, text: `what was said in round ${round}` })),
      lineage: [{ tag: ABOUT.tag, turns: [1, 4], at: '' }],
    }),
  )
}

function filesOf(archive: Archive) {
  const texts = { archive: archiveText(archive), retrieval: retrievalProtocol(ABOUT), sidecar: JSON.stringify(archive) }
  return { brief: BRIEF, archive, texts, prompt: losslessPrompt(promptOf(BRIEF), archive) }
}

it('has eight points for a lossless compression, and all of them hold', () => {
  const gates = losslessGates(archived())
  expect(gates).toHaveLength(8)
  expect(failing(gates)).toEqual([])
  expect(gates.every(({ evidence }) => /\d|same/.test(evidence))).toBe(true)
})

it('has the same names for decisions in prompt, log and chunks, those that are over in the log alone', () => {
  const { archive, prompt } = archived()
  const [holds, over] = archive.decisions
  expect(over).toMatchObject({ entry: 'e9', superseded_by: ['D001'], full_context_ref: 'chunk_001' })
  expect(holds).toMatchObject({ entry: 'e3', supersedes: ['D002'], rationale_chain: [3, 4] })
  expect(archive.chunks).toMatchObject([{ decisions: ['D001', 'D002'] }])
  expect(prompt).toMatch(
    /\| D001 \| The ledger uses Marlin\. \| Kestrel has no transactions \| round 3 \| chunk_001 \|/,
  )
  expect(prompt).not.toContain('| D002 |')
})

it.each<[string, (archive: Archive) => Archive]>([
  ['transcript is whole', (archive) => ({ ...archive, transcript: [] })],
  ['every version is kept', (archive) => ({ ...archive, artifacts: [] })],
  [
    'rationale chains resolve',
    (archive) => ({ ...archive, decisions: archive.decisions.map((one) => ({ ...one, rationale_chain: [9] })) }),
  ],
  [
    'references resolve',
    (archive) => ({
      ...archive,
      artifacts: archive.artifacts.map((file) => ({
        ...file,
        versions: file.versions.map((one) => ({ ...one, triggered_by: 'chunk_009' })),
      })),
    }),
  ],
])('says of a damaged archive: %s', (name, damaged) => {
  expect(failing(losslessGates(filesOf(damaged(archived().archive))))).toContain(name)
})

it('says what is wrong with the texts of a lossless compression', () => {
  const made = archived()
  const of = (change: Partial<typeof made>) => failing(losslessGates({ ...made, ...change }))
  expect(of({ prompt: made.prompt.replaceAll('chunk_001', 'chunk_002') })).toEqual(['decision index'])
  expect(of({ prompt: made.prompt.replace('What is still open?', '') })).toEqual(['retrieval protocol'])
  expect(of({ prompt: `${made.prompt}${'word '.repeat(4000)}` })).toEqual(['prompt is short'])
  expect(of({ texts: { ...made.texts, sidecar: '{}' } })).toEqual(['machine-readable copy'])
  expect(of({ texts: { ...made.texts, archive: '' } })).toEqual(['transcript is whole'])
})

it('leaves the index of decisions shorter where the prompt would be too long', () => {
  const { archive } = archived()
  const one = archive.decisions[0]!
  const many = Array.from({ length: 200 }, (_, at) => ({ ...one, id: `D${100 + at}` }))
  const made = filesOf({ ...archive, decisions: many })
  expect(failing(losslessGates(made))).not.toContain('prompt is short')
  expect(made.prompt).toMatch(/\d+ more are in the archive's decision log\./)
  expect(made.prompt).toContain('## Next action')
})

const gatesFor = (brief: Brief, prompt: string, state: string, about: About = ABOUT) =>
  failing(gatesOf({ shown: shown(brief), about, state, prompt, grade: grade(probesOf(brief), `${state}\n${prompt}`) }))

it.each<[string, (prompt: string, state: string) => readonly [prompt: string, state: string]]>([
  ['self-sufficient', (prompt, state) => [prompt.replace('## Task', '## Something'), state]],
  ['self-sufficient', (prompt, state) => [prompt.replace('\n## Next action\n-', '\n## Something\n-'), state]],
  ['no implicit references', (prompt, state) => [`- As discussed, take that approach.\n${prompt}`, state]],
  ['unchecked entries stay out of the prompt', (prompt, state) => [`- Osprey may be faster.\n${prompt}`, state]],
  ['artifacts', (prompt, state) => [prompt.replaceAll('parse.ts', ''), state.replaceAll('parse.ts', '')]],
  [
    'decisions include rationale',
    (prompt, state) => [prompt.replaceAll('no transactions', ''), state.replaceAll('no transactions', '')],
  ],
])('says of a damaged prompt: %s', (name, damaged) => {
  expect(gatesFor(BRIEF, promptOf(BRIEF), stateOf(BRIEF))).toEqual([])
  expect(gatesFor(BRIEF, ...damaged(promptOf(BRIEF), stateOf(BRIEF)))).toContain(name)
})

it('asks that a prompt says so where nobody wrote anything', () => {
  expect(gatesFor(UNWRITTEN, promptOf(UNWRITTEN), stateOf(UNWRITTEN))).toEqual([])
  const asserted = promptOf(UNWRITTEN).replace('## Decisions\nNobody wrote any;', '## Decisions\n- We take Marlin;')
  expect(gatesFor(UNWRITTEN, asserted, stateOf(UNWRITTEN))).toEqual(['nothing stands where nobody wrote'])
})

it('asks of a partial tag that it has the scope, and of what is taken over that it is checked and names its source', () => {
  const relevance = 'about ledger'
  const carried = (id: string, text: string, tier: 'validated' | 'archive') => ({
    entry: { ...ENTRIES[2]!, id, text, tier },
    relevance,
  })
  const inherited: Inherited = {
    source: 'exact tag',
    description: 'OLD_TAG_DONE',
    entries: [carried('i1', 'Perhaps Curlew.', 'archive'), carried('i2', 'Dunlin is the database.', 'validated')],
    words: [],
    unsourced: [{ kind: 'decision', text: 'Plover it is.', round: 1 }],
    contradictions: [],
  }
  const scope = { range: [1, 3], topic: 'ledger parser', priorTag: null, query: 'x' } as const
  const about = (tag: string): About => ({ ...ABOUT, tag, scope, inherited })
  const of = (tag: string) => gatesFor(BRIEF, promptOf(BRIEF, about(tag)), stateOf(BRIEF, about(tag)), about(tag))
  const [prompt, state] = [promptOf(BRIEF, about('A_B_C')), stateOf(BRIEF, about('A_B_C'))]
  expect(prompt).toMatch(/^# Foundational Context[^#]*## Decisions that carry over\n- \[about ledger\] Dunlin/m)
  for (const text of ['Curlew', 'Plover']) {
    expect(prompt).not.toContain(text)
    expect(state).toContain(text)
  }
  expect(state).toContain('source: written by Stet 0.1 without a source')
  expect(of('A_B_CHANGED_LEDGER_PARSER')).toEqual([])
  expect(of('A_B_CHANGED_LEDGER_PARSER_2')).toEqual([])
  expect(of('A_B_CHANGED')).toEqual(['tag has the scope'])
})

it.each(['as discussed', 'the above', 'that approach'])(
  'takes "%s" for words that point at something else',
  (words) => {
    expect(implicitReferences(`- Do it ${words}. (round 1)`)).toHaveLength(1)
  },
)

it('leads from the words of somebody that point at something to the round that has it', () => {
  const vague = { ...ENTRIES[4]!, text: 'Change all three places using this approach.' }
  const prompt = promptOf({ ...BRIEF, entries: { ...BRIEF.entries, current: [vague] } })
  expect(prompt).toMatch(/using this approach\. \(round 4, .*; inject round 4 for what this points at\)$/m)
  expect(implicitReferences(prompt.split('## What was said')[0]!)).toEqual([])
  expect(implicitReferences('- Use this approach. (round 1)')).toEqual([{ line: 1, words: 'this approach' }])
})
