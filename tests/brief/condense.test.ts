import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { condenseText } from '../../src/brief/condense/condense-text.ts'
import { condense } from '../../src/brief/condense.ts'

const TRACE = '**Rune Trace:**\n```ts\none\ntwo\nthree\nfour\nfive\n\n```\n'
const finding = (id: string, attributes: string, body = `- **[${id}] Title of ${id}**\n${TRACE}Fix it.\n`) =>
  `<!-- RUNE:FINDING nonce="n1" id="${id}" file="src/a.ts" ${attributes} -->\n${body}<!-- /RUNE:FINDING id="${id}" -->`
const page = (...findings: readonly string[]) =>
  `# Review\nby an agent\n\n## Findings\n\n${findings.join('\n\n')}\n\n## Self-Review Log\nnoise\n\n## Reviewer Assumptions\n\nnone to speak of\n\n## Summary\n\nAll in all fine.\n`

it('keeps P1 and P2 byte for byte', () => {
  const [one, two] = [
    finding('SEC-001', 'line="4" severity="P1"'),
    finding('SEC-002', 'line="90" severity="P2" interaction="nit"'),
  ]
  const { text } = condenseText(page(one, two))
  expect(text).toContain(one)
  expect(text).toContain(two)
})

it('cuts the trace of a P3 to three lines and says how many are gone; an empty last line is none of them', () => {
  const { text } = condenseText(page(finding('QUAL-001', 'line="4" severity="P3"')), { filters: false })
  expect(text).toContain('one\ntwo\nthree\n<!-- 2 more lines -->\n```')
  expect(text).not.toContain('four')
})

it('cuts each trace of a list, indented as it is', () => {
  const lines = ['one', 'two', 'three', 'four', 'five'].map((line) => `    ${line}\n`).join('')
  const trace = `  - **Rune Trace:**\n    \`\`\`ts\n${lines}    \`\`\`\n`
  const body = `- [ ] **[QUAL-001] Title**\n${trace}  - **Issue:** wrong\n${trace}  - **Fix:** right\n`
  const small = condenseText(page(finding('QUAL-001', 'severity="P3"', body)), { filters: false }).text
  expect(small.match(/ {4}three\n<!-- 2 more lines -->\n {4}```\n/g)).toHaveLength(2)
  expect(small).not.toContain('four')
  const asked = finding('QUAL-002-Q', 'severity="P3" interaction="question"', body)
  expect(condenseText(page(asked), { filters: false }).text).toContain(
    '**[QUAL-001] Title**\n  - **Issue:** wrong\n  - **Fix:** right\n<!-- /RUNE',
  )
})

it('leaves a trace whole whose code does not end', () => {
  const body = '- **[QUAL-001] Title**\n**Rune Trace:**\n```ts\none\ntwo\nthree\nfour\n**Fix:** right\n'
  const whole = finding('QUAL-001', 'severity="P3"', body)
  expect(condenseText(page(whole), { filters: false }).text).toContain(whole)
})

it('asks for interaction before severity: a P3 nit is one line, a P3 question has no trace', () => {
  const { text } = condenseText(
    page(
      finding('QUAL-001-N', 'severity="P3" interaction="nit"'),
      finding('QUAL-002-Q', 'severity="P3" interaction="question"'),
    ),
    { filters: false },
  )
  expect(text).toContain('-->\n- [ ] [QUAL-001-N] Title of QUAL-001-N _(compressed)_\n<!-- /RUNE')
  expect(text).not.toContain('one\ntwo')
  expect(text).toContain('Fix it.')
})

it('keeps the whole summary where an empty line follows its heading, drops other sections', () => {
  const { text } = condenseText(page(finding('SEC-001', 'severity="P1"')))
  expect(text).toContain('## Summary\n\nAll in all fine.')
  expect(text).toContain('## Reviewer Assumptions\n\nnone to speak of')
  expect(text).not.toContain('Self-Review Log')
})

it('reads no heading inside a finding for one of the page, and headings with other ends of lines', () => {
  const inside = finding('SEC-001', 'severity="P1"', '## Summary\nquoted in the code\n')
  const bare = condenseText(`# Review\n${inside}\n\n## Summary\n\nAll in all fine.\n`).text
  expect(bare.match(/quoted in the code/g)).toHaveLength(1)
  expect(bare).toMatch(/^# Review\n\n<!--[\s\S]*## Summary\n\nAll in all fine\.\n$/)
  const text = page(finding('SEC-001', 'severity="P1"')).replaceAll('\n', '\r\n')
  expect(condenseText(text).text).toContain('## Summary\r\n\r\nAll in all fine.')
})

it('skips and counts what is not valid: no id, a path out of the folder, no nonce, not closed', () => {
  const wrong = [
    '<!-- RUNE:FINDING nonce="n" severity="P1" -->\nx\n<!-- /RUNE:FINDING -->',
    '<!-- RUNE:FINDING nonce="n" id="SEC-1" file="../x" severity="P1" -->\nx\n<!-- /RUNE:FINDING id="SEC-1" -->',
    '<!-- RUNE:FINDING nonce="" id="SEC-2" file="x" severity="P1" -->\nx\n<!-- /RUNE:FINDING id="SEC-2" -->',
    '<!-- RUNE:FINDING nonce="n" id="SEC-3" file="/x" severity="P1" -->\nx\n<!-- /RUNE:FINDING id="SEC-3" -->',
    '<!-- RUNE:FINDING nonce="n" id="SEC-4" file="x" severity="P1" -->\nx',
  ]
  const { findings, skipped } = condenseText(page(...wrong, finding('SEC-009', 'severity="P1"')))
  expect(findings).toBe(1)
  expect(skipped).toHaveLength(5)
  expect(condenseText(page(...wrong))).toMatchObject({ isCopy: true, findings: 0 })
})

it('reads a > and an arrow inside an attribute, ids with signs a pattern would mind, and the same id twice', () => {
  const odd = finding('SEC-001', 'severity="P1" title="a > b --> c"')
  const { text, findings } = condenseText(page(odd, finding('SEC-001', 'severity="P2"', 'second\n')))
  expect(findings).toBe(2)
  expect(text).toContain(odd)
  expect(text).toContain('second')
})

it('suppresses noise into a fold, never what is proven, never the last one', () => {
  const grave = finding('SEC-001', 'line="100" severity="P1"')
  const { text, suppressed } = condenseText(
    page(
      grave,
      finding('DOC-001', 'line="95" severity="P3" confidence_score="0.9"'),
      finding('DOC-002', 'line="300" severity="P3" confidence_score="0.2"'),
      finding('DOC-003', 'line="99" severity="P3" confidence="PROVEN" confidence_score="10"'),
    ),
  )
  expect(suppressed).toBe(2)
  expect(text.indexOf('id="DOC-003"')).toBeLessThan(text.indexOf('<details>'))
  expect(text.indexOf('id="DOC-001"')).toBeGreaterThan(text.indexOf('<details>'))
  expect(condenseText(page(finding('DOC-001', 'severity="P3" confidence_score="3"'))).suppressed).toBe(0)
})

it('does not take the square of 5 MB of unclosed and nested markers', () => {
  const opening = '<!-- RUNE:FINDING nonce="n" id="SEC-1" file="a" severity="P1" --> <!-- <!-- x '
  const text = opening.repeat(Math.ceil(5_000_000 / opening.length))
  expect(condenseText(text).suppressed).toBe(0)
}, 30_000)

it('writes next to the originals from 25000 bytes on, with a report; other markers by name', async () => {
  const root = mkdtempSync(join(tmpdir(), 'stet-condense-'))
  const folder = join(root, 'out')
  mkdirSync(folder)
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('a.md', page(finding('SEC-001', 'severity="P1"')))
  expect(await condense('out', { cwd: root })).toMatchObject({ condensed: null })
  expect(readdirSync(folder)).toEqual(['a.md'])
  write('TOME.md', 'x'.repeat(30_000))
  write('b.md', `${page(finding('SEC-002', 'severity="P1"'))}${'filler\n'.repeat(4000)}`)
  const original = readFileSync(join(folder, 'b.md'), 'utf8')
  const made = await condense('out', { cwd: root })
  expect(made.files.map((file) => file.file)).toEqual(['a.md', 'b.md'])
  expect(readdirSync(join(folder, 'condensed')).sort()).toEqual(['_compression-report.md', 'a.md', 'b.md'])
  expect(readFileSync(join(folder, 'b.md'), 'utf8')).toBe(original)
  const other = page(finding('SEC-001', 'severity="P1"')).replaceAll('RUNE:FINDING', 'MY:NOTE')
  expect(condenseText(other, { marker: 'MY:NOTE' }).findings).toBe(1)
  const bytes = Buffer.concat([Buffer.from(original), Buffer.from([0xff, 0xfe])])
  writeFileSync(join(folder, 'c.md'), bytes)
  expect((await condense('out', { cwd: root })).warnings).toEqual([
    'c.md: not all of it is text; it is copied as it is',
  ])
  expect(readFileSync(join(folder, 'condensed', 'c.md')).equals(bytes)).toBe(true)
})
