import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import { blockedBy } from '../../src/digest/render/blocked-by.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const plan = (items: Readonly<Record<string, 'open' | 'active' | 'done'>>, isWhole = true): Did => ({
  kind: 'did',
  act: {
    role: 'plan',
    files: [],
    command: null,
    plan: { items: Object.entries(items).map(([text, status]) => ({ id: null, text, status })), isWhole },
  },
  outcome: null,
})
const read = (...rounds: readonly (readonly RoundEvent[])[]): View =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))

it('drops what a plan written anew does not have any more, and keeps the rest where it first was', () => {
  const view = read(
    [user('Build it.'), plan({ 'Choose a server': 'active', 'Write the scenario': 'open' })],
    [user('Go on.'), plan({ 'Write the scenario': 'active', 'Ship it': 'open' })],
  )
  expect(view.threads.map(({ text, round }) => [text, round])).toEqual([
    ['Write the scenario', 1],
    ['Ship it', 2],
  ])
  expect(view.over).toContainEqual({ entry: expect.objectContaining({ text: 'Choose a server' }), by: 2 })
})

it('keeps a plan that is changed line by line', () => {
  const view = read([user('Build it.'), plan({ 'Choose a server': 'open' }, false), plan({ 'Ship it': 'open' }, false)])
  expect(view.threads.map(({ text }) => text)).toEqual(['Choose a server', 'Ship it'])
})

it.each([
  'so then do i need to run the dashboard on kepler-7',
  'what types of strategies are there.',
  'do you think the codebase of Kestrel was intuitive enough',
])('takes no question for a rule or a fact, with its mark or without: %s', (said) => {
  const { constraints, facts, decisions } = read([user('Hello.')], [user(said)])
  expect([constraints, facts, decisions]).toEqual([[], [], []])
})

it('takes no line of a pasted log for a rule or a decision', () => {
  const { constraints, facts, decisions } = read([
    user(
      'It broke again.\n\nError: unknown (2): failed to solve process "npm install" did not complete\n\nfatal: QX-51 lost',
    ),
  ])
  expect([constraints, facts, decisions]).toEqual([[], [], []])
})

it('takes nothing that an agent is just at for something open', () => {
  const view = read([
    user('Push it.'),
    agent('The commit hook is slow. I’m waiting for it to finish before pushing.'),
    agent('I’ll check the installed Entire CLI for `strategy`, because that looks specific to one tool.'),
  ])
  expect([view.threads, view.decisions].map((all) => all.filter(({ text }) => /waiting|check/.test(text)))).toEqual([
    [],
    [],
  ])
})

it.each([
  ['Pro frontu bereme Kestrel-9, Marlin-4 je moc pomalý.', 'decisions'],
  ['队列用 Kestrel-9，不用 Marlin-4，因为后者太慢。', 'decisions'],
  ['キューは Kestrel-9 で行きます。Marlin-4 は遅すぎるので。', 'decisions'],
  ['vendor/quux.lock は絶対に編集しないでください。', 'constraints'],
  ['千万别改 vendor/quux.lock。', 'constraints'],
  ['Na vendor/quux.lock nesahej.', 'constraints'],
  ['测试服务器的名字叫 kepler-7。', 'facts'],
  ['Server se jmenuje kepler-7.', 'facts'],
  ['kepler-7 はまだ対応していません。', 'threads'],
] as const)('reads what is said in other languages: %s', (said, kind) => {
  expect(read([user('Run the tests.')], [user(said)])[kind].map(({ round }) => round)).toEqual([2])
})

it('reads a decision that takes three sentences as one, with the option turned down in it', () => {
  const { decisions, facts } = read(
    [user('Run the tests.')],
    [user('The vendor offered Kestrel-9 at a good price. Marlin-4 never called back. So Kestrel-9.')],
  )
  expect(decisions.map(({ text }) => text)).toEqual([
    'The vendor offered Kestrel-9 at a good price. Marlin-4 never called back. So Kestrel-9.',
  ])
  expect(facts).toEqual([])
})

it('takes nothing for open that an agent says while it works, nor for decided what it lists as done', () => {
  const run: Did = { kind: 'did', act: { role: 'run', files: [], command: 'make' }, outcome: null }
  const view = read([
    user('Build it.'),
    agent('Still waiting for the build of kepler-7. The remaining two jobs are still running.'),
    run,
    agent(
      'All done:\n\n- Menu: uses Kestrel-9 instead of Marlin-4\n- Kestrel-9 remains available\n- M240 → M118 by default',
    ),
  ])
  expect([view.threads, view.decisions]).toEqual([[], []])
})

it('reads no prompt of a terminal, no stack trace and no source that somebody pasted', () => {
  const { constraints, facts, decisions } = read([
    user(
      [
        'I get this:',
        '(.venv) user@box:~/src/kepler-7$ python -m kepler.main_window',
        'Traceback (most recent call last):',
        '  File "/home/user/src/kepler-7/main.py", line 7, in <module>',
        '    sys.exit(main())',
        'const kepler = must.never.change(src/kepler-7.ts);',
      ].join('\n'),
    ),
  ])
  expect([constraints, facts, decisions]).toEqual([[], [], []])
})

it('keeps two facts of one form about two things, and ends one that is corrected', () => {
  const said = (text: string) => [user(`Run the tests.\n\n${text}`)]
  const names = read(said('Our staging host is called kepler-7.'), said('Our staging host is called oskar-3.'))
  expect(names.facts.map(({ round }) => round)).toEqual([1, 2])
  const corrected = read(
    said('Our staging host is called kepler-7.'),
    said('Correction: our staging host is called oskar-3.'),
  )
  expect(corrected.facts.map(({ round }) => round)).toEqual([2])
})

it.each([
  ['kepler-7 is blocked by the missing licence.', ['the missing licence']],
  ['kepler-7 has to wait until legal has answered, I am afraid.', ['legal has answered']],
  ['kepler-7 is still open.', []],
])('says what a thread waits for where it says so itself: %s', (text, expected) => {
  expect(blockedBy({ kind: 'plan', text, key: 'k', status: 'open', round: 1, place: 0 })).toEqual(expected)
})
