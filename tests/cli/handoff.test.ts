import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandedOver, WhatToWrite } from '../../src/brief/hand-over.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { type Box, buildBundle, openBox } from './box.ts'

const ID = '5e55f00d-0000-4000-8000-00000000000f'
const TALK = [
  ['Build the importer. Never touch config/billing.yml.', 'I will. SQLite or Postgres?'],
  ['Take SQLite.', 'Done in src/importer.ts.'],
  ['Write the notes too, please, in docs/notes.md.', 'They are in docs/notes.md.'],
] as const

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  put(ID, TALK)
})
afterAll(() => box.remove())

/** A session of this talk. */
function put(id: string, talk: readonly (readonly [string, string])[]): void {
  const lines = talk.flatMap(([asked, said], at) => [
    human(`u${at}`, at === 0 ? null : `a${at - 1}`, asked, { sessionId: id }),
    { ...says(`a${at}`, `u${at}`, said), sessionId: id },
  ])
  box.put(`home/.claude/projects/-project/${id}.jsonl`, fileOf(...lines).toString())
  expect(box.stet('inscribe', '--all').status).toBe(0)
}

function hand(entries: readonly object[], more: object = {}, ...options: readonly string[]): HandedOver {
  const path = box.put('h.json', JSON.stringify({ entries, ...more }))
  return box.json('handoff', ID, '--file', path, ...options) as HandedOver
}

const RULE = {
  id: 'e1',
  kind: 'rule',
  text: 'Never touch `config/billing.yml`.',
  rounds: [1],
  by: 'user',
  quotes: ['r1: Never touch config/billing.yml'],
}
const TASK = {
  id: 'e2',
  kind: 'open',
  text: 'Build the importer.',
  rounds: [1],
  by: 'user',
  quotes: ['r1: Build the importer'],
}

describe('stet handoff', () => {
  it('prints what is needed to write entries', () => {
    const { stdout, status } = box.stet('handoff', ID)
    expect(status).toBe(0)
    for (const part of [
      'rounds 1 to 3.',
      'Write entries for someone who continues with nothing but them.',
      '"quotes": ["r7: words as written"]',
      `stet handoff ${ID} --file FILE`,
      '- r1 user: Build the importer. Never touch config/billing.yml.',
      '- r2 agent: Done in src/importer.ts.',
    ])
      expect(stdout).toContain(part)
  })

  it('keeps what the record supports, says why it refuses the rest, and asks for what is missing', () => {
    const { status, stdout } = box.shell(
      `echo '${JSON.stringify({ entries: [RULE, TASK, { ...RULE, id: 'e3', quotes: ['r1: Always touch it'] }] })}' | $STET handoff ${ID} --file -`,
    )
    expect({ status, stdout }).toMatchInlineSnapshot(`
      {
        "status": 0,
        "stdout": "2 accepted: e1, e2. What holds takes 166 characters.

      Refused; mend these once and send them alone:
      - e3: round 1 does not have the words "Always touch it".

      Asked, once; answer by id:
      - said:r3.1: Round 3, the user: "Write the notes too, please, in docs/notes.md.". No entry has it: write one, or put the round into \`skip\`.
      - end:e2@3: e2 open: Build the importer. (user, round 1; r1 “Build the importer”) Which round ended it? Else "stands".
      ",
      }
    `)
  })

  it('carries what was accepted over, and asks nothing twice', () => {
    const ended = hand([{ id: 'e2', over: 2 }], { answers: [{ question: 'end:e1@3', says: 'stands' }] })
    expect(ended).toMatchObject({ accepted: ['e2'], refused: [], questions: [] })
    const { current, from, to } = box.json('handoff', ID) as WhatToWrite
    expect({ current, from, to }).toEqual({
      current: ['e1 rule: Never touch `config/billing.yml`. (user, round 1; r1 “Never touch config/billing.yml”)'],
      from: 4,
      to: 3,
    })
    expect(box.stet('handoff', ID).stdout).toContain('are written up to its last round, 3.')
  })

  it('takes what a person writes himself, by user', () => {
    hand([{ kind: 'rule', text: 'Deploy with Helm only.' }], {}, '--by', 'user')
    expect((box.json('handoff', ID) as WhatToWrite).current.at(-1)).toBe(
      'e3 rule: Deploy with Helm only. (user, round 3)',
    )
  })

  it('writes nothing in a dry run', () => {
    const before = box.json('handoff', ID)
    expect(hand([{ kind: 'rule', text: 'No Helm.' }], {}, '--by', 'user', '--dry-run').accepted).toEqual(['e4'])
    expect(box.json('handoff', ID)).toEqual(before)
  })

  it('says of a file that it is no JSON', () => {
    const { status, stderr } = box.stet('handoff', ID, '--file', box.put('no.json', 'none'))
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: expect.stringMatching(/^The file .*no\.json is not JSON with entries\.\n/),
    })
  })

  it('lets several write at once, and keeps all', () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) =>
      box.put(`${name}.json`, JSON.stringify([{ kind: 'idea', text: `An idea of ${name}`, rounds: [3] }])),
    )
    box.shell(`${paths.map((path) => `$STET handoff ${ID} --file ${path} &`).join(' ')} wait`)
    const { current } = box.json('handoff', ID) as WhatToWrite
    const ideas = current.flatMap((line) => /^(e\d) idea: An idea of (.)/.exec(line)?.slice(1) ?? [])
    expect(ideas.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e4', 'e5', 'e6', 'e7'])
  })
})

describe('a long session', () => {
  const LONG = '5e55f00d-0000-4000-8000-0000000000ff'
  const step = (given: object) =>
    box.json('handoff', LONG, '--file', box.put('l.json', JSON.stringify(given))) as HandedOver

  it('is written of in steps of twenty rounds, with the list closed at the end', () => {
    put(
      LONG,
      Array.from({ length: 47 }, (_, at) => [`Sort the words of part ${at + 1} now.`, `Part ${at + 1} is sorted.`]),
    )
    const seen: (readonly [number, number])[] = []
    const asked: string[] = []
    for (let at = 0; at < 3; at++) {
      const { from, to, last, current } = box.json('handoff', LONG) as WhatToWrite
      seen.push([from, to])
      expect({ last, current: current.length }).toEqual({ last: 47, current: at })
      const task = {
        kind: 'open',
        text: `Sort part ${to}.`,
        rounds: [to],
        by: 'user',
        quotes: [`r${to}: part ${to} now`],
      }
      const skip = Array.from({ length: to - from }, (_, one) => ({ round: from + one, reason: 'done' }))
      const { questions, accepted, through } = step({ entries: [task], skip })
      expect({ accepted: accepted.length, through }).toEqual({ accepted: 1, through: to })
      asked.push(...questions.map(({ id }) => id))
    }
    expect(seen).toEqual([
      [1, 20],
      [21, 40],
      [41, 47],
    ])
    expect(asked).toEqual(['end:e1@47', 'end:e2@47'])
    const closed = step({
      answers: [
        { question: 'end:e1@47', says: 'r20' },
        { question: 'end:e2@47', says: 'stands' },
      ],
    })
    expect(closed).toMatchObject({ accepted: ['e1'], questions: [], through: 47 })
    expect((box.json('handoff', LONG) as WhatToWrite).current).toHaveLength(2)
  })

  it('does not go on where only what was refused comes again', () => {
    const again = '5e55f00d-0000-4000-8000-0000000000fe'
    put(
      again,
      Array.from({ length: 47 }, (_, at) => [`Sort the words of part ${at + 1} now.`, 'Sorted.']),
    )
    const give = (entries: readonly object[]) =>
      box.json('handoff', again, '--file', box.put('g.json', JSON.stringify({ entries }))) as HandedOver
    const bad = { id: 'e1', kind: 'open', text: 'Sort part 3.', rounds: [3], by: 'user', quotes: ['r4: part 3 now'] }
    expect(give([bad])).toMatchObject({ accepted: [], through: 20 })
    expect(give([{ ...bad, quotes: ['r3: part 3 now'] }])).toMatchObject({ accepted: ['e1'], through: 20 })
  })
})
