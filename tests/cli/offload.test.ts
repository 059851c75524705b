import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
})
afterAll(() => box.remove())

it('prints what is short as it is', () => {
  expect(seen(box.shell('seq 1 50 | $STET offload'))).toBe(seen(box.shell('seq 1 50')))
  expect(box.listing().filter((path) => path.includes('scratch'))).toEqual([])
})

it('puts what is long into a file, for its owner alone, and prints where it is and a line about it', () => {
  const { stdout } = box.shell('seq 1 51 | $STET offload')
  const [, path] = /^~(\/project\/tmp\/scratch\/output-\S+\.txt): 51 lines, from "1" to "51"\n$/.exec(stdout)!
  expect(readFileSync(`${box.home}${path}`, 'utf8')).toBe(box.shell('seq 1 51').stdout)
  expect(box.shell(`stat -c %a "$HOME${path}"`).stdout).toBe('600\n')
})

it('takes another limit and another place, and writes nothing in a dry run or over a file', () => {
  const long = 'seq 1 9 | $STET offload --lines 5 --out ../out.txt'
  expect(seen(box.shell(`${long} --dry-run`))).toBe('~/out.txt: 9 lines, from "1" to "9"\n')
  expect(JSON.parse(box.shell(`${long} --json`).stdout)).toEqual({
    path: expect.stringContaining('home/out.txt'),
    lines: 9,
    bytes: 18,
    text: '9 lines, from "1" to "9"',
  })
  expect(box.shell(long).status).toBe(1)
  expect(box.shell('seq 1 9 | $STET offload --lines many').status).toBe(64)
})
