import { expect, it } from 'vitest'
import { sentencesOf } from '../../src/digest/prose/sentences.ts'

it('headings without an end are told apart in time by their number', () => {
  const began = process.cpuUsage()
  expect(sentencesOf('# a\n'.repeat(100_000))).toEqual([])
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
})

it('a paragraph is joined where its own lines are full, however long other lines of the message are', () => {
  const prose =
    'We decided to use Kestrel instead of Heron since that one\nstreams its rows and the other one holds all of them at once.'
  expect(sentencesOf(`${prose}\n\n\`\`\`\n${'x'.repeat(150)}\n\`\`\``).map(({ text }) => text)).toEqual([
    prose.replace('\n', ' '),
  ])
})
