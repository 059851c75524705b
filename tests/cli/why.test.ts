import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen } from './box.ts'

const FIRST = '5e55d001-0000-4000-8000-000000000001'
const SECOND = '5e55d002-0000-4000-8000-000000000002'

let box: Box
let file: string
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  file = join(box.cwd, 'main.ts')
  box.put(
    `home/.claude/projects/-project/${FIRST}.jsonl`,
    transcript(FIRST, 0, [
      { ask: 'Begin the program.', thought: 'A port is needed.', tool: write('const port = 80\nstart(port)\n') },
      { ask: 'Log, too.', thought: 'After the start.', tool: change('start(port)', 'start(port)\nlog(port)') },
    ]),
  )
  box.put(
    `home/.claude/projects/-project/${SECOND}.jsonl`,
    transcript(SECOND, 60, [
      { ask: 'Use another port.', thought: 'Not this one.', tool: change('80', '1'), fails: true },
      { ask: 'Port 8080.', thought: 'Root is not needed there.', tool: change('80', '8080') },
      { ask: 'Note it.', thought: 'Quickly.', tool: { name: 'Bash', input: { command: 'date > notes.txt' } } },
    ]),
  )
  box.stet('inscribe', '--all')
  writeFileSync(file, '// by hand\nconst port = 8080\nstart(port)\nlog(port)\n')
})
afterAll(() => box.remove())

const why = (place: string) => box.json('why', place)

it('names the round that wrote a line, what was asked and thought there, and its commit', () => {
  expect(why('main.ts:2')).toMatchObject({
    file: '<box>/home/project/main.ts',
    line: 2,
    ref: `${SECOND}:2`,
    session: SECOND,
    round: 2,
    commit: (box.json('ctx', 'current', '--session', SECOND) as { context_id: string }).context_id,
    tool: 'Edit',
    reasoning: 'Root is not needed there.',
    user_request: 'Port 8080.',
  })
  expect(why('main.ts:3')).toMatchObject({ ref: `${FIRST}:1`, tool: 'Write', reasoning: 'A port is needed.' })
  expect(why(`${file}:4:7`)).toMatchObject({ line: 4, ref: `${FIRST}:2`, user_request: 'Log, too.' })
  expect(seen(box.stet('why', 'main.ts:4')).replace(/ctx-\w+/, 'ctx-…')).toMatchInlineSnapshot(`
    "4: log(port)
    5e55d001:2  2026-01-01 00:00  Edit  ctx-…

    you
    Log, too.

    reasoning
    After the start.
    → stet inject 5e55d001:2
    "
  `)
})

it('without a line it is the last round that wrote the file; a call that failed wrote nothing', () => {
  expect(why('main.ts')).toMatchObject({ line: null, ref: `${SECOND}:2` })
})

it('names the original, and not what was cut from it', () => {
  box.stet('compress-before', FIRST, 'round:2')
  expect(why('main.ts:4')).toMatchObject({ ref: `${FIRST}:2` })
})

it('knows lines that patches of Codex wrote', () => {
  const fixture = join(import.meta.dirname, '../fixtures/codex/three-rounds-0.166.0.jsonl')
  const text = readFileSync(fixture, 'utf8').replaceAll('unsupported custom tool call: apply_patch', 'Success.')
  box.stet('inscribe', box.put('elsewhere/rollout.jsonl', text))
  writeFileSync(join(box.cwd, 'a.txt'), 'hello\nthere\n')
  expect(why('a.txt:2')).toMatchObject({ round: 2, tool: 'apply_patch', reasoning: 'A plan first, then the patch.' })
  expect(seen(box.stet('why', 'a.txt:1'))).toContain('No recorded round wrote line 1 of a.txt.')
})

it('says what it does not know', () => {
  expect(seen(box.stet('why', 'main.ts:1'))).toMatchInlineSnapshot(`
    "No recorded round wrote line 1 of main.ts.
    → It was written by hand, or before Stet recorded anything. \`stet why main.ts\` names the last round that wrote the file.
    [1]
    "
  `)
  expect(seen(box.stet('why', 'other.ts'))).toMatchInlineSnapshot(`
    "No recorded round wrote other.ts.
    → Run \`stet search --in tools other.ts\` for rounds that mention it.
    [1]
    "
  `)
  expect(seen(box.stet('why', 'main.ts:9'))).toMatchInlineSnapshot(`
    "main.ts has only 4 lines; there is no line 9.
    → Run \`stet why main.ts\`.
    [64]
    "
  `)
})

it('a file that is not there, and a folder, are told from a line that nobody wrote', () => {
  expect(seen(box.stet('why', 'notes.txt:1'))).toMatchInlineSnapshot(`
    "The record has only a part of notes.txt, and the file itself is not here.
    → Run it where the file is, or run \`stet why notes.txt\` for the last round that wrote it.
    [1]
    "
  `)
  expect(why('notes.txt')).toMatchObject({ ref: `${SECOND}:3`, tool: 'Bash' })
  box.shell('mkdir folder')
  expect(seen(box.stet('why', 'folder:1'))).toContain('No recorded round wrote folder.')
})

interface Turn {
  readonly ask: string
  readonly thought: string
  readonly tool: { readonly name: string; readonly input: object }
  readonly fails?: true
}

function write(content: string) {
  return { name: 'Write', input: { file_path: file, content } }
}

function change(old_string: string, new_string: string) {
  return { name: 'Edit', input: { file_path: file, old_string, new_string } }
}

function transcript(session: string, minute: number, turns: readonly Turn[]): string {
  let parent: string | null = null
  let at = 0
  const line = (fields: object): string => {
    const uuid = `${session.slice(0, 24)}${String(++at).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute, at)).toISOString()
    const whole = {
      parentUuid: parent,
      uuid,
      sessionId: session,
      cwd: box.cwd,
      version: '2.1.325',
      timestamp,
      ...fields,
    }
    parent = uuid
    return `${JSON.stringify(whole)}\n`
  }
  const reply = (content: readonly object[]) =>
    line({
      type: 'assistant',
      message: { id: `msg_${session}_${at}`, role: 'assistant', model: 'claude-opus-5-5', content },
    })
  return turns
    .flatMap(({ ask, thought, tool, fails }, index) => {
      const id = `toolu_${session.slice(0, 8)}_${index}`
      return [
        line({ type: 'user', message: { role: 'user', content: ask } }),
        reply([{ type: 'text', text: thought }]),
        reply([{ type: 'tool_use', id, ...tool }]),
        line({
          type: 'user',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: id, content: 'so it is', ...(fails && { is_error: true }) }],
          },
        }),
        reply([{ type: 'text', text: 'Done.' }]),
      ]
    })
    .join('')
}
