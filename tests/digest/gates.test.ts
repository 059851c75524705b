import { expect, it } from 'vitest'
import { fileVersions } from '../../src/brief/facts/versions.ts'
import { implicitReferences } from '../../src/brief/render/implicit.ts'
import { extract } from '../../src/digest/extract.ts'
import { type Gate, gatesOf } from '../../src/digest/gates.ts'
import { losslessGates } from '../../src/digest/lossless-gates.ts'
import { grade } from '../../src/digest/probes/grade.ts'
import { probesOf } from '../../src/digest/probes/probes.ts'
import type { About } from '../../src/digest/render/about.ts'
import { type Archive, archiveOf } from '../../src/digest/render/archive.ts'
import { archiveText } from '../../src/digest/render/archive-text.ts'
import { losslessPrompt } from '../../src/digest/render/lossless-prompt.ts'
import { retrievalProtocol } from '../../src/digest/render/retrieval.ts'
import { withinShare } from '../../src/digest/render/within-share.ts'
import type { DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'

const said = (who: 'user' | 'agent', text: string): RoundEvent => ({ kind: 'said', who, text })
const write = (path: string): RoundEvent => ({
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path, change: 'create' }],
    command: null,
    edits: [{ path, before: null, after: 'export const kestrel = 1\n', everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: 'ok' },
})
const EVENTS: readonly (readonly RoundEvent[])[] = [
  [
    said('user', 'Build a parser for the ledger.'),
    write('/w/src/parse.ts'),
    said('agent', 'We go with Kestrel instead of Marlin because Marlin needs a daemon.'),
  ],
  [said('user', "Let's go with Osprey for now instead of Heron."), said('agent', 'Good.')],
  [said('user', 'Change of plan: the ledger uses Marlin, not Kestrel any more.'), said('agent', 'Understood.')],
]
const ROUNDS: readonly DigestRound[] = EVENTS.map((events, at) => ({ round: at + 1, at: null, events }))
const VIEW = settle(extract(ROUNDS))
const ABOUT: About = { session: 's-1', title: null, cwd: '/w', tag: 'LEDGER_PARSER_CHANGED', at: '', turns: 3, last: 3 }

function archived(about = ABOUT) {
  const archive = archiveOf({
    view: VIEW,
    about,
    location: '/out/archive.md',
    files: fileVersions(ROUNDS),
    transcript: ROUNDS.map(({ round }) => ({ round, at: null, text: `what was said in round ${round}` })),
    lineage: [{ tag: about.tag, turns: [1, 3], at: '' }],
  })
  return filesOf(archive)
}

function filesOf(archive: Archive) {
  const texts = {
    archive: archiveText(archive),
    retrieval: retrievalProtocol(ABOUT),
    sidecar: JSON.stringify(archive),
  }
  const prompt = losslessPrompt(withinShare(VIEW, ABOUT, 1_000_000).prompt, archive)
  return { view: VIEW, archive, texts, prompt }
}

const failing = (gates: readonly Gate[]) => gates.filter(({ pass }) => !pass).map(({ name }) => name)

it('has eight points for a lossless compression, and all of them hold', () => {
  const gates = losslessGates(archived())
  expect(gates).toHaveLength(8)
  expect(failing(gates)).toEqual([])
  expect(gates.every(({ evidence }) => /\d|same/.test(evidence))).toBe(true)
})

it('has the same names for decisions in state, prompt, log and chunks, those that are over included', () => {
  const { archive, prompt } = archived()
  const over = archive.decisions.find(({ superseded_in }) => superseded_in === 3)!
  expect(over).toMatchObject({ turn: 1, full_context_ref: 'chunk_001', dependents: ['D002'] })
  expect(archive.chunks).toMatchObject([{ decisions: archive.decisions.map(({ id }) => id) }])
  const { state } = withinShare(VIEW, ABOUT, 1_000_000)
  const holds = archive.decisions.find(({ turn }) => turn === 3)
  expect(state).toMatch(new RegExp(`id: ${holds!.id}, .*Marlin, not Kestrel`))
  expect(prompt).toMatch(new RegExp(`\\| ${holds!.id} \\| .*Marlin, not Kestrel.*\\| chunk_001 \\|`))
  expect(prompt).not.toContain(`| ${over.id} |`)
  expect(prompt).not.toContain('Osprey')
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
  const one = archive.decisions.find(({ turn }) => turn === 3)
  const many = Array.from({ length: 200 }, (_, at) => ({ ...one!, id: `D${100 + at}` }))
  const made = filesOf({ ...archive, decisions: many })
  expect(failing(losslessGates(made))).not.toContain('prompt is short')
  expect(made.prompt).toMatch(/\d+ more are in the archive's decision log\./)
  expect(made.prompt).toContain('## Next action')
})

it.each<[string, (prompt: string, state: string) => readonly [prompt: string, state: string]]>([
  ['self-sufficient', (prompt, state) => [prompt.replace('## Task', '## Something'), state]],
  ['self-sufficient', (prompt, state) => [prompt.replace('## Next action', '## Something'), state]],
  ['no implicit references', (prompt, state) => [`${prompt}\n- As discussed, take that approach.`, state]],
  [
    'guesses stay out of the prompt',
    (prompt, state) => [`${prompt}\n- Let's go with Osprey for now instead of Heron. (round 2)`, state],
  ],
  ['artifacts', (prompt, state) => [prompt.replaceAll('parse.ts', ''), state.replaceAll('parse.ts', '')]],
])('says of a damaged prompt: %s', (name, damaged) => {
  const made = withinShare(VIEW, ABOUT, 1_000_000)
  const of = ([prompt, state]: readonly [string, string]) =>
    failing(gatesOf({ view: VIEW, about: ABOUT, state, prompt, grade: grade(probesOf(VIEW), `${state}\n${prompt}`) }))
  expect(of([made.prompt, made.state])).toEqual([])
  expect(of(damaged(made.prompt, made.state))).toContain(name)
})

it('asks for the reason of a decision that was given one', () => {
  const view = settle(extract(ROUNDS.slice(0, 1)))
  const { state, prompt } = withinShare(view, ABOUT, 1_000_000)
  const of = (text: (all: string) => string) =>
    failing(gatesOf({ view, about: ABOUT, state: text(state), prompt: text(prompt), grade: grade([], '') }))
  expect(of((all) => all)).toEqual([])
  expect(of((all) => all.replaceAll('Marlin needs a daemon', ''))).toEqual(['decisions include rationale'])
})

it('asks of a partial tag that it has the scope, and keeps guesses that were taken over out of the prompt', () => {
  const decision = { round: 1, relevance: 'about ledger' }
  const about: About = {
    ...ABOUT,
    scope: { range: [1, 3], topic: 'ledger parser', priorTag: null, query: 'x' },
    inherited: {
      source: 'exact tag',
      description: 'OLD_TAG_DONE',
      decisions: [
        { ...decision, tier: 0.2, text: 'Perhaps Curlew is the better queue.' },
        { ...decision, tier: 0.6, text: 'Plover did well as the cache.' },
        { ...decision, tier: 0.9, text: 'Dunlin is the database.' },
      ],
      constraints: [],
      frameworks: [],
      contradictions: [],
    },
  }
  const { state, prompt } = withinShare(VIEW, about, 1_000_000)
  expect(prompt).not.toContain('Curlew')
  expect(prompt).toMatch(/## Decisions that carry over\n- Dunlin[^#]*## Guidance that carries over\n- Plover/)
  expect(state).toContain('Curlew')
  const of = (tag: string, text = prompt) =>
    failing(gatesOf({ view: VIEW, about: { ...about, tag }, state, prompt: text, grade: grade([], '') }))
  expect(of('A_B_CHANGED_LEDGER_PARSER')).toEqual([])
  expect(of('A_B_CHANGED_LEDGER_PARSER_2')).toEqual([])
  expect(of('A_B_CHANGED')).toEqual(['tag has the scope'])
  expect(of('A_B_LEDGER_PARSER', `${prompt}\n- Perhaps Curlew is the better queue. (round 1)`)).toEqual([
    'guesses stay out of the prompt',
  ])
})

it('leaves its own rounds as much room as they have without what is taken over', () => {
  const files = (about: About) => (withinShare(VIEW, about, 0).prompt.match(/parse\.ts/g) ?? []).length
  const text = 'Dunlin is the database, and nothing else is to be taken for it, whatever comes. '.repeat(3)
  const decisions = Array.from({ length: 12 }, (_, at) => ({
    tier: 0.9,
    text: `${at} ${text}`,
    round: 1,
    relevance: '',
  }))
  const inherited = {
    source: 'exact tag',
    description: 'OLD',
    decisions,
    constraints: [],
    frameworks: [],
    contradictions: [],
  } as const
  expect(files({ ...ABOUT, inherited })).toBe(files(ABOUT))
  expect(files(ABOUT)).toBeGreaterThan(0)
})

it('leads from the words of somebody that point at something to the round that has it', () => {
  const asked: readonly RoundEvent[] = [
    said('user', 'Build a parser for the ledger.'),
    said('agent', 'Shall I change all three places using this approach?'),
  ]
  const { prompt } = withinShare(settle(extract([{ round: 1, at: null, events: asked }])), ABOUT, 1_000_000)
  expect(prompt).toMatch(/using this approach\? \(round 1; inject round 1 for what this points at\)$/m)
  expect(implicitReferences(prompt)).toEqual([])
  expect(implicitReferences('- Use this approach. (round 1)')).toEqual([{ line: 1, words: 'this approach' }])
})
