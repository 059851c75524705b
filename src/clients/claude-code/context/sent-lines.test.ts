import { expect, it } from 'vitest'
import { answers, calls, human, says } from '../../../../tests/laws/lines.ts'
import { sentLines } from './sent-lines.ts'

/** One prompt and this many replies, each of two lines with an answer after them. */
function longRound(replies: number) {
  const lines = [human('begin', null, 'go')]
  for (let at = 0; at < replies; at++) {
    const before = at === 0 ? 'begin' : `answer${at - 1}`
    lines.push(says(`said${at}`, before, 'next', `msg${at}`), calls(`call${at}`, `said${at}`, `toolu${at}`, `msg${at}`))
    lines.push(answers(`answer${at}`, `call${at}`, `toolu${at}`))
  }
  return lines
}

it('a round of ten thousand replies is gone through once', () => {
  const lines = longRound(10_000)
  const before = process.cpuUsage()
  const sent = sentLines(lines)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000) // a look at all others for each takes over a minute
  expect(sent.map(({ links }) => links.place)).toEqual(lines.map((_, place) => place))
})

it('a reply goes on after another one until a person speaks', () => {
  const lines = [
    human('a', null, 'go'),
    says('b', 'a', 'one', 'x'),
    says('c', 'b', 'two', 'y'),
    says('d', 'c', 'three', 'x'),
    says('e', 'd', 'four', 'y'),
    human('f', 'e', 'go on'),
    says('g', 'f', 'five', 'x'),
  ]
  expect(sentLines(lines).map(({ links }) => links.uuid)).toEqual(['a', 'b', 'd', 'c', 'e', 'f', 'g'])
})
