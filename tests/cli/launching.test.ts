import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, LONG, openBox } from './box.ts'

let box: Box
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox({ sessions: false })
})
afterEach(() => box.remove())

it('fills in the session, a file with the prompt and the folder, whatever the folder is called', () => {
  const cwd = join(box.home, 'a "b" $(touch pwned)')
  mkdirSync(cwd)
  const path = box.put(
    `home/.claude/projects/-p/${LONG}.jsonl`,
    fixture('long', 'FOLDER').replaceAll('"FOLDER"', JSON.stringify(cwd)),
  )
  writeFileSync(join(box.home, 'args.sh'), 'printf "%s\\n" "$@" > "$HOME/args"')
  box.stet('config', 'set', 'context.launch_command', 'sh ~/args.sh {session} "{prompt_file}" \'{cwd}\'')
  expect(box.stet('rollover', path, '--quick', '--exec')).toMatchObject({ status: 0, stderr: '' })
  const [session, prompt, folder] = readFileSync(join(box.home, 'args'), 'utf8').split('\n')
  expect(folder).toBe(cwd)
  expect(readFileSync(prompt!, 'utf8')).toMatch(/^## Session Continuation\n\nThis is session #2 /)
  expect(box.json('lineage', LONG)).toMatchObject({ children: [{ session, kind: 'rollover' }] })
  expect(box.listing().filter((one) => one.includes('/pwned '))).toEqual([])
})

it('fills in a command inside of quotes, which another shell may read', () => {
  const path = box.put(`home/.claude/projects/-p/${LONG}.jsonl`, fixture('long', box.cwd))
  const command = "env -u STET_LAUNCH_SESSION sh -c 'echo {session} > ~/args'"
  box.stet('config', 'set', 'context.launch_command', command)
  expect(box.stet('rollover', path, '--quick', '--exec').stderr).toBe('')
  const session = readFileSync(join(box.home, 'args'), 'utf8').trim()
  expect(box.json('lineage', LONG)).toMatchObject({ children: [{ session, kind: 'rollover' }] })
})

it('is quick or has a handoff, and goes on with the name of the work', () => {
  const path = box.put(`home/.claude/projects/-p/${LONG}.jsonl`, fixture('long', box.cwd))
  const handoff = box.put('home/project/handoff.md', '### Current Task\nIt.\n')
  expect(box.stet('rollover', path, '--quick', '--summary-file', handoff)).toMatchObject({
    status: 64,
    stderr:
      'A quick rollover writes no handoff, so it cannot take one from a file.\n→ Leave out --quick or --summary-file.\n',
  })
  const roll = (session: string) =>
    box.json('rollover', session, '--quick') as { prompt: string; sessions: { session: string }[] }
  const named = (prompt: string) => /This is session #\d+ for (.*)\.\n/.exec(prompt)![1]
  const once = roll(path)
  const twice = roll(once.sessions[0]!.session)
  expect(named(twice.prompt)).toBe(named(once.prompt))
})
