import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle, fixture, LONG, openBox } from './box.ts'

const box = openBox({ sessions: false })
beforeAll(buildBundle)
afterAll(() => box.remove())

it('offers long lines of a short session to a chooser, but the last messages and the rounds that stay', () => {
  const more = Array.from(
    { length: 9 },
    (_, at) =>
      `{"type":"user","uuid":"more-${at}","parentUuid":"${at === 0 ? '00000000-0000-4000-8000-000000000106' : `more-${at - 1}`}","timestamp":"2025-03-18T10:00:0${at}.000Z","sessionId":"${LONG}","message":{"role":"user","content":"And ${at}?"}}\n`,
  )
  const file = (count: number) =>
    box.put(`elsewhere/${LONG}.jsonl`, fixture('long', box.cwd) + more.slice(0, count).join(''))
  const offered = (count: number, ...options: readonly string[]) => {
    const path = file(count)
    box.stet('trim', path, '--smart', 'cat > offered.json; echo "[]"', '--dry-run', ...options)
    return JSON.parse(readFileSync(join(box.cwd, 'offered.json'), 'utf8')).candidates.length
  }
  expect(offered(9)).toBe(1)
  expect(offered(9, '--keep-recent', '20')).toBe(0)
  expect(offered(1)).toBe(0)
})
