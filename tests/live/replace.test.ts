import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { HOOK, ID, type LiveSession, openLiveSession } from './live-session.ts'

const REPLACE = 'STET_CONTEXT_COMPACTION=replace'
/** What there is to the window of the model before the client refuses, and where it begins to compact. */
const [FULL, ALMOST, REFUSED] = [168_000, 174_000, 176_000]

let session: LiveSession
let calls = 0
beforeAll(buildBundle)
beforeEach(() => {
  session = openLiveSession()
  for (let round = 0; round < 20; round++) {
    if (round > 0) session.say('user', { role: 'user', content: `Read file ${round}.` })
    call(`file ${round} `.repeat(3000))
  }
  session.reply(FULL)
})
afterEach(() => session.box.remove())

/** A call and what it gave. */
function call(result: string): void {
  const id = `t${++calls}`
  const use = { type: 'tool_use', id, name: 'Read', input: { file_path: `/f${calls}` } }
  session.say('assistant', { id: `m${calls}`, model: 'claude-haiku-4-5', role: 'assistant', content: [use] })
  session.say('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] })
}

const ask = (more: object = {}, env = REPLACE) =>
  session.hook('PreCompact', { trigger: 'auto', prompt_id: 'p1', ...more }, env)
const state = () => JSON.parse(readFileSync(session.live('state'), 'utf8'))
const files = () =>
  readdirSync(join(session.box.home, '.claude/projects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
/** What no cut leaves out, 400 tokens of it. */
const said = (line: number) => `Part ${line}: ${'all of this is text. '.repeat(80)}`

const guards = 'The summary must keep these facts'

describe('a compaction that the client begins by itself', () => {
  it('is stopped with the gentlest cut that halves the window, of which user and agent hear', () => {
    const said = JSON.parse(ask())
    const { cut } = state()
    expect(said).toEqual({ decision: 'block', reason: expect.stringContaining(`/resume ${cut.session}`) })
    expect(cut).toMatchObject({ kind: 'trim', before: expect.toSatisfy((tokens: number) => tokens >= FULL), stops: 1 })
    expect(cut.after).toBeLessThanOrEqual(100_000)
    expect(cut.after).toBeGreaterThan(20_000)
    expect(files()).toHaveLength(2)
    const row = (session.box.json('sessions') as { session: string }[]).find(({ session: id }) => id === ID)
    expect(row).toMatchObject({ end_reason: null }) // the agent goes on in it
    expect(session.hook('PostToolUse', { agent_id: 'a1' }, REPLACE)).toBe('') // a subagent's call
    const heard = JSON.parse(session.hook('PostToolUse', {}, REPLACE))
    expect(heard.systemMessage).toBe(said.reason)
    expect(heard.hookSpecificOutput.additionalContext).toMatch(
      new RegExp(`end your turn.+\n/resume ${cut.session}<`, 's'),
    )
    expect(heard.hookSpecificOutput.additionalContext).not.toContain('/rollover')
    expect(session.hook('PostToolUse', {}, REPLACE)).toBe('')
    expect(JSON.parse(session.hook('Stop', {}, `${REPLACE} STET_CONTEXT_AUTO=force`))).toEqual({
      systemMessage: said.reason,
    })
    expect(files()).toHaveLength(2) // nothing more was made by itself
  })

  it('is stopped at every further request of the turn with the same cut, ten times, and never in another turn', () => {
    const reason = ask()
    for (let time = 2; time <= 10; time++) expect(ask()).toBe(reason)
    expect(files()).toHaveLength(2)
    expect(ask()).toContain(guards)
    expect(ask({ prompt_id: 'p2' })).toContain(guards)
  })

  it('goes on in the next turn', () => {
    ask()
    expect(ask({ prompt_id: 'p2' })).toContain(guards)
  })

  it('goes on where the client would refuse the next request, counting what came since the last reply', () => {
    session.reply(ALMOST)
    call('x'.repeat(6000))
    expect(ask()).toContain(guards)
    expect(files()).toHaveLength(1)
  })

  it('is stopped as long as it would not, and no longer', () => {
    session.reply(ALMOST)
    expect(ask()).toContain('"block"')
    session.reply(REFUSED)
    expect(ask()).toContain(guards)
  })

  it.each([
    ['begun by hand', { trigger: 'manual' }, REPLACE],
    ["a subagent's", { agent_id: 'a1' }, REPLACE],
    ['guarded', {}, 'STET_CONTEXT_COMPACTION=guard'],
    ['guarded as set before', {}, 'STET_CONTEXT_COMPACTION_GUARD=true'],
    ['guarded by default', {}, ''],
  ])('is not stopped where it is %s', (_, more, env) => {
    expect(ask(more, env)).toContain(guards)
    expect(files()).toHaveLength(1)
  })

  it('is left alone where it is off, under both names', () => {
    expect(ask({}, 'STET_CONTEXT_COMPACTION=off')).toBe('')
    expect(ask({}, 'STET_CONTEXT_COMPACTION_GUARD=false')).toBe('')
  })

  it('goes on where the cut cannot be written', () => {
    const broken = session.box.put('broken', '')
    expect(ask({}, `${REPLACE} CLAUDE_CONFIG_DIR=${broken}`)).toContain(guards)
  })

  it('becomes a handoff where no cut frees enough', () => {
    writeFileSync(session.transcript, '')
    session.say('user', { role: 'user', content: 'Begin.' })
    for (let line = 0; line < 300; line++)
      session.say('assistant', { id: `a${line}`, role: 'assistant', content: [{ type: 'text', text: said(line) }] })
    session.reply(FULL)
    expect(ask()).toContain('"block"')
    expect(state().cut).toMatchObject({ kind: 'rollover', after: expect.toSatisfy((tokens) => tokens <= 100_000) })
  })

  it('goes on where not even a handoff frees enough', () => {
    writeFileSync(session.transcript, '')
    session.say('user', { role: 'user', content: 'Begin.' })
    session.reply(FULL) // almost all of it in no line of the session
    expect(ask()).not.toContain('"block"')
    expect(files()).toHaveLength(1)
  })
})

it('the status line says what to type', () => {
  ask()
  const status = { session_id: ID, context_window: { used_percentage: 84, context_window_size: 200_000 } }
  session.box.put('home/project/status.json', JSON.stringify(status))
  const { stdout } = session.box.shell(`NO_COLOR=1 ${HOOK} statusline < status.json`)
  expect(stdout).toContain(`84% ████████░░ recommend`)
  expect(stdout).toContain(` · /resume ${state().cut.session}\n`)
})

it('a client that compacts after all has the agent offer the way back, and forgets the cut', () => {
  ask()
  ask({ prompt_id: 'p2' })
  const line = { type: 'system', subtype: 'compact_boundary', uuid: 'c1', parentUuid: null, timestamp: session.at(90) }
  appendFileSync(session.transcript, `${JSON.stringify(line)}\n`)
  session.hook('PostCompact', { trigger: 'auto', compact_summary: 'Never push to main' }, REPLACE)
  expect(session.hook('UserPromptSubmit', { prompt: 'on' }, REPLACE)).toContain(`stet revive ${ID} --before-compaction`)
  expect(state().cut).toBeUndefined()
})
