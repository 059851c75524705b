import { expect, it } from 'vitest'
import type { Brief } from '../../src/brief/brief.ts'
import { archiveOf, archiveText } from '../../src/brief/render/archive.ts'
import { continuationPrompt, losslessPrompt } from '../../src/brief/render/continuation-prompt.ts'
import { lossyState } from '../../src/brief/render/lossy-state.ts'
import { NOBODY, sectionsOf } from '../../src/brief/render/outline.ts'
import { handoff, sessionSummary } from '../../src/brief/render/session-summary.ts'
import { checkHandoff } from '../../src/surgery/check-handoff.ts'
import { ABOUT, BRIEF, UNWRITTEN } from './sample-brief.ts'

const TEXTS: Readonly<Record<string, (brief: Brief) => string>> = {
  'session-summary.md': (brief) => sessionSummary({ ...brief, left: [] }, ABOUT),
  'handoff.md': (brief) => handoff({ ...brief, left: [] }, ABOUT),
  'prompt.md': (brief) => continuationPrompt({ ...brief, left: [] }, ABOUT),
  'state.yaml': (brief) => lossyState({ ...brief, left: [] }, ABOUT, 'prompt.md'),
  'lossless-prompt.md': (brief) => losslessPrompt(continuationPrompt({ ...brief, left: [] }, ABOUT), archived(brief)),
  'archive.md': (brief) => archiveText(archived(brief)),
  'sections.json': (brief) => `${JSON.stringify(sectionsOf(brief, '/w'), null, 2)}\n`,
}

function archived(brief: Brief) {
  return archiveOf({
    brief,
    about: ABOUT,
    location: '/out/archive.md',
    files: [],
    transcript: [1, 2, 3, 4].map((round) => ({ round, at: null, text: `what was said in round ${round}` })),
    lineage: [{ tag: ABOUT.tag, turns: [1, 4], at: ABOUT.at }],
  })
}

for (const [name, write] of Object.entries(TEXTS)) {
  it(`${name} of a session with entries, and of one without`, async () => {
    await expect(write(BRIEF)).toMatchFileSnapshot(`../golden/brief/written/${name}`)
    await expect(write(UNWRITTEN)).toMatchFileSnapshot(`../golden/brief/unwritten/${name}`)
  })
}

it('nothing stands under a heading of meaning that nobody wrote', () => {
  for (const name of ['session-summary.md', 'handoff.md', 'prompt.md', 'archive.md']) {
    const text = TEXTS[name]!(UNWRITTEN)
    expect(text.split('\n')[0]).toContain('facts and words stand alone')
    for (const [, body] of text.matchAll(
      /^#+ (?:Current Task|Task|Key Decisions|Decisions|Immediate Next Steps|Next Steps|Next action)\n(.*)$/gm,
    ))
      expect(body).toMatch(new RegExp(`^(?:- |1\\. )?${NOBODY}$`))
    expect(text).not.toMatch(/^#+ (?:Rules|Facts|Open|Ideas|To check)$/m)
  }
  expect(TEXTS['prompt.md']!(UNWRITTEN).match(new RegExp(NOBODY, 'g'))).toHaveLength(3)
})

it('an entry that nobody checked is in state and archive, and in no text that a session goes on from', () => {
  for (const name of ['session-summary.md', 'handoff.md', 'prompt.md'])
    expect(TEXTS[name]!(BRIEF)).not.toContain('Osprey')
  for (const name of ['state.yaml', 'archive.md']) expect(TEXTS[name]!(BRIEF)).toContain('Osprey')
})

it('each entry has its text, who said it, its round and its quotes', () => {
  expect(TEXTS['prompt.md']!(BRIEF)).toContain(
    '- The ledger uses Marlin. Why: Kestrel has no transactions [round 3] Turned down: Kestrel (no transactions). (round 3, by agent, e3, the user agreed in round 4, in place of e9, r3 “Marlin has transactions”, r4 “yes, do that”)',
  )
})

it('what was said cannot be taken for a heading of the text', () => {
  expect(TEXTS['prompt.md']!(BRIEF).match(/^## Next action$/gm)).toHaveLength(1)
})

it('a handoff has the five headings', () => {
  for (const brief of [BRIEF, UNWRITTEN])
    expect(checkHandoff(handoff({ ...brief, left: [] }, ABOUT)).missing).toEqual([])
})
