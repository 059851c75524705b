import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, WORDS } from './box.ts'

let box: Box
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox()
  box.stet('inscribe')
})
afterEach(() => box.remove())

function pipe(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
  return path
}

const PIPES: readonly (readonly [string, string, number])[] = [
  ['.claude/settings.json', 'setup', 1],
  ['.claude/settings.json', 'unsetup', 1],
  ['.stet/summarizer-mark', 'inscribe --all', 0],
  ['.stet/view.json', 'sessions', 0],
  ['.stet/sessions.db', 'recover', 1],
  ['.stet/sessions.db', 'backup copy.db', 1],
  [`.stet/live/${WORDS}.state`, 'sessions', 0],
  [`.stet/live/${WORDS}.bridge`, `pressure ${WORDS}`, 0],
  ['engagement.md', 'engage status', 0],
]
it.each(PIPES)('a pipe nobody writes to as ~/%s is not waited for by `stet %s`', (path, command, status) => {
  pipe(join(box.home, path))
  const { stdout } = box.shell(`cd ~ && timeout 20 $STET ${command} < /dev/null > /dev/null 2>&1; echo $?`)
  expect(stdout.trim()).toBe(String(status))
})

it('a hook goes on where a pipe is in the place of what it remembers, or of the transcript', () => {
  const transcript = pipe(join(box.home, 'transcript.jsonl'))
  for (const kind of ['state', 'bridge', 'next']) pipe(join(box.home, `.stet/live/${WORDS}.${kind}`))
  const input = JSON.stringify({
    session_id: WORDS,
    transcript_path: transcript,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'go on',
  })
  const { stdout } = box.shell(`echo '${input}' | timeout 20 $STET hook user-prompt-submit > /dev/null 2>&1; echo $?`)
  expect(stdout.trim()).toBe('0')
})
