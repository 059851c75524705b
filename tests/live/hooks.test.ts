import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { triggerText } from '../../src/pressure/trigger-phrases.ts'
import { type Box, buildBundle } from '../cli/box.ts'
import { FOLDER, HOOK, ID, type LiveSession, openLiveSession, told } from './live-session.ts'

beforeAll(buildBundle)
let session: LiveSession
let box: Box
beforeEach(() => {
  session = openLiveSession()
  box = session.box
})
afterEach(() => box.remove())

const say: LiveSession['say'] = (...args) => session.say(...args)
const reply = (tokens: number) => session.reply(tokens)
const event: LiveSession['event'] = (...args) => session.event(...args)
const hook: LiveSession['hook'] = (...args) => session.hook(...args)
const live = (kind: string) => session.live(kind)
const recorded = () => session.recorded()

describe('after a tool call', () => {
  it('says nothing below 60 %, then each text once, and again after the interval', () => {
    const said = [59, 60, 62, 74, 75, 84, 85, 99].map((percent) => {
      reply(percent * 2000)
      return told(hook('PostToolUse'))
    })
    expect(said).toEqual([
      '',
      'Context at 60%. Consider /trim if response quality feels degraded. Here it is /stet:trim.',
      '',
      '',
      "Context at 75%. Recommend /trim soon, or /rollover if trim isn't helping. Here they are /stet:trim and /stet:rollover.\nRun `stet handoff` (or the tool handoff) once and write down what this session means, before context is lost.",
      '',
      'Context at 85%. Use /trim or /rollover now to avoid lossy auto-compaction at 95%. Here they are /stet:trim and /stet:rollover.',
      'Context at 99%. Stop what you are doing and use /rollover now, or run `stet rollover latest`: lossy auto-compaction is due. Here /rollover is /stet:rollover.',
    ])
    expect(told(hook('PostToolUse', {}, 'STET_CONTEXT_CHECK_INTERVAL_SECONDS=0'))).toBe('')
    writeFileSync(live('next'), '0 0 0\n')
    expect(told(hook('PostToolUse', {}, 'STET_CONTEXT_CHECK_INTERVAL_SECONDS=0'))).toContain('Context at 99%')
    reply(20_000)
    writeFileSync(live('next'), '0 0 0\n')
    expect(hook('PostToolUse')).toBe('')
    reply(122_000)
    expect(told(hook('PostToolUse'))).toContain('Context at 61%')
  })

  it('does not start Node where there is nothing to say', () => {
    reply(20_000)
    hook('PostToolUse')
    for (const _ of [1, 2, 3])
      expect(hook('PostToolUse', { tool_response: 'x'.repeat(200_000) }, 'STET_NODE=/bin/false')).toBe('')
    const state = readFileSync(live('state'), 'utf8')
    hook('PostToolUse')
    expect(readFileSync(live('state'), 'utf8')).toBe(state)
  })

  it('captures once the transcript has grown by what is set', () => {
    hook('PostToolUse')
    expect(existsSync(join(box.home, '.stet/sessions.db'))).toBe(false)
    say('user', { role: 'user', content: 'x'.repeat(300_000) })
    hook('PostToolUse')
    expect(recorded()).toBe(readFileSync(session.transcript, 'utf8'))
  })

  it('believes the status line of the last minute', () => {
    reply(20_000)
    mkdirSync(join(box.home, '.stet/live'), { recursive: true })
    writeFileSync(live('bridge'), JSON.stringify({ tokens: 160, window: 200, percent: 80, at: Date.now() }))
    expect(told(hook('PostToolUse'))).toContain('Context at 80%')
  })
})

describe('the start of a session', () => {
  it('names the last commit: its own where it goes on, else that of the newest session of the folder', () => {
    hook('Stop')
    const head = (box.json('ctx', 'current', '--session', ID) as { context_id: string }).context_id
    expect(hook('SessionStart', { source: 'resume' })).toContain(`Last commit: ${head}.`)
    const another = {
      session_id: '22222222-0000-4000-8000-000000000002',
      transcript_path: join(box.home, 'none.jsonl'),
    }
    expect(hook('SessionStart', { source: 'startup', ...another })).toContain(
      `Last commit in this folder: ${head}, of session 11111111.`,
    )
  })
})

describe('capture and the end', () => {
  it('at the end of a turn, of every second where that is set, and never where only events count', () => {
    hook('Stop')
    expect(recorded()).toBe(readFileSync(session.transcript, 'utf8'))
    const before = readFileSync(session.transcript, 'utf8')
    reply(100)
    hook('Stop', {}, 'STET_CHECKPOINT_EVERY_TURNS=2')
    hook('Stop', {}, 'STET_CHECKPOINT_EVERY_TURNS=0')
    expect(recorded()).toBe(before)
    hook('SessionEnd', { reason: 'other' })
    expect(recorded()).toBe(readFileSync(session.transcript, 'utf8'))
    expect(readdirSync(join(box.home, '.stet/live'))).toEqual([`${ID}.state`])
  })

  it('finds a session whose client is gone, and says that it crashed', () => {
    hook('SessionStart', { source: 'startup' }, 'CLAUDE_PID=999999')
    reply(100)
    const other = box.put(
      `${FOLDER}/22222222-2222-4222-8222-222222222222.jsonl`,
      readFileSync(session.transcript, 'utf8')
        .replaceAll(ID, '22222222-2222-4222-8222-222222222222')
        .replaceAll('"u', '"v'),
    )
    box.put(
      'home/project/event.json',
      event('SessionStart', {
        session_id: '22222222-2222-4222-8222-222222222222',
        transcript_path: other,
        source: 'startup',
      }),
    )
    box.shell(`CLAUDE_PID=$$ ${HOOK} SessionStart < event.json`)
    const sessions = box.json('sessions') as readonly { session: string; end_reason: string | null }[]
    expect(sessions.find(({ session }) => session === ID)).toMatchObject({ end_reason: 'crashed' })
    expect(sessions.find(({ session }) => session !== ID)).toMatchObject({ end_reason: null })
    expect(recorded()).toBe(readFileSync(session.transcript, 'utf8'))
    hook('SessionStart', { source: 'resume' }, 'CLAUDE_PID=$$')
    const again = box.json('sessions') as readonly { session: string; end_reason: string | null }[]
    expect(again.find(({ session }) => session === ID)).toMatchObject({ end_reason: null })
  })
})

describe('whether a client is at a session', () => {
  const isLive = () => (box.json('sessions') as readonly { live: boolean }[])[0]!.live
  const warnings = () =>
    (box.json('rollover', ID, '--dry-run') as { readonly warnings: readonly string[] }).warnings.join()
  const written = (msAgo: number, since = Date.now()) => {
    const at = new Date(since - msAgo)
    utimesSync(session.transcript, at, at)
  }
  const change = (more: object) =>
    writeFileSync(live('state'), JSON.stringify({ ...JSON.parse(readFileSync(live('state'), 'utf8')), ...more }))

  it('is what its hooks and its process say, whenever the file was written', () => {
    hook('SessionStart', { source: 'startup' }, `CLAUDE_PID=${process.pid}`)
    reply(100)
    hook('Stop')
    written(3_600_000)
    expect(isLive()).toBe(true)
    expect(warnings()).toContain('A client is running session')
    written(0)
    change({ pid: 999_999 })
    expect([isLive(), warnings()]).toEqual([false, ''])
  })

  it('is not after the end of a session, although the file is new and the client goes on with another', () => {
    hook('SessionStart', { source: 'startup' }, `CLAUDE_PID=${process.pid}`)
    reply(100)
    const before = Date.now()
    hook('SessionEnd', { reason: 'clear' }, `CLAUDE_PID=${process.pid}`)
    written(2000, before)
    expect([isLive(), warnings()]).toEqual([false, ''])
    written(-1000) // somebody has written to it since
    expect(isLive()).toBe(true)
    expect(warnings()).toContain('was written to in the last minute')
    hook('SessionStart', { source: 'resume' }, `CLAUDE_PID=${process.pid}`)
    written(3_600_000)
    expect(isLive()).toBe(true)
  })

  it('is known from the end alone, where no hook saw the beginning', () => {
    reply(100)
    const before = Date.now()
    hook('SessionEnd', { reason: 'other' }, `CLAUDE_PID=${process.pid}`)
    written(2000, before)
    expect(isLive()).toBe(false)
  })

  it('may be where the file grew since it was recorded, however old its lines are; a line that is not finished is told', () => {
    const cut = () =>
      (box.json('revive', ID, '--keep-recent', '0', '--dry-run') as { readonly warnings: readonly string[] }).warnings
    const line = (uuid: string, parent: string | null, role: string) => {
      const message = { role, content: [{ type: 'text', text: uuid }] }
      const timestamp = '2026-01-01T10:00:00.000Z'
      return `${JSON.stringify({ type: role, uuid, parentUuid: parent, sessionId: ID, timestamp, cwd: '/', message })}\n`
    }
    const said = line('a', null, 'user') + line('b', 'a', 'assistant')
    writeFileSync(session.transcript, said)
    box.stet('inscribe', '--all')
    expect(cut()).toEqual([])
    const torn = `${said}${line('c', 'b', 'user')}${line('d', 'c', 'assistant')}{"type":"user","uu`
    writeFileSync(session.transcript, torn)
    expect(cut()).toEqual([
      `Session ${ID} was written to in the last minute, so a client may be running it: what is complete up to line 4 was taken. Its last line is not finished. A running client sees the change only when it leaves and resumes the new session.`,
    ])
    written(3_600_000)
    expect(cut()).toEqual([`The last line of session ${ID} is not finished: what is complete up to line 4 was taken.`])
  })

  it('is not where what was said last is days old, although the file is new: it is a copy', () => {
    reply(100)
    box.stet('inscribe', '--all')
    expect([isLive(), warnings()]).toEqual([true, expect.stringContaining('was written to in the last minute')])
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const said = readFileSync(session.transcript, 'utf8').replaceAll(/"timestamp":"[^"]+"/g, `"timestamp":"${old}"`)
    const title = JSON.stringify({ type: 'custom-title', customTitle: 'a copy', sessionId: ID })
    writeFileSync(session.transcript, `${said}${title}\n`)
    expect([isLive(), warnings()]).toEqual([false, ''])
  })

  it('is forgotten a minute later, with the next capture', () => {
    hook('SessionEnd', { reason: 'other' })
    box.stet('inscribe', session.transcript)
    expect(existsSync(live('state'))).toBe(true)
    change({ ended: Date.now() - 61_000 })
    box.stet('inscribe', session.transcript)
    expect(readdirSync(join(box.home, '.stet/live'))).toEqual([])
  })

  it('a session that ended did not crash, even where its end could not be recorded', () => {
    hook('SessionStart', { source: 'startup' }, 'CLAUDE_PID=999999')
    reply(100)
    const store = join(box.home, '.stet/sessions.db')
    renameSync(store, `${store}.away`)
    mkdirSync(store)
    hook('SessionEnd', { reason: 'other' }, 'CLAUDE_PID=999999')
    rmdirSync(store)
    renameSync(`${store}.away`, store)
    expect(recorded()).not.toBe(readFileSync(session.transcript, 'utf8'))
    box.stet('inscribe', box.put(`${FOLDER}/22222222-2222-4222-8222-222222222222.jsonl`, '{}\n'))
    expect(recorded()).toBe(readFileSync(session.transcript, 'utf8'))
    const sessions = box.json('sessions') as readonly { session: string; end_reason: string | null }[]
    expect(sessions.find(({ session: id }) => id === ID)).toMatchObject({ end_reason: null })
  })
})

describe('what Stet does by itself', () => {
  const stop = (auto: string) => hook('Stop', {}, `STET_CONTEXT_AUTO=${auto}`)
  const next = () => told(hook('UserPromptSubmit', { prompt: 'go on' }))
  const made = () => {
    const folder = join(box.home, '.stet/compressions')
    return existsSync(folder) ? readdirSync(folder).map((tag) => join(folder, tag)) : []
  }

  it('is nothing unless it is allowed, and nothing below the last level', () => {
    reply(198_000)
    stop('off')
    expect(made()).toEqual([])
    reply(180_000)
    stop('emergency')
    expect([made(), next()]).toEqual([[], ''])
  })

  it('in an emergency is a compression, made once, of which the agent is told once', () => {
    reply(198_000)
    stop('emergency')
    expect(made()).toHaveLength(1)
    const [state, prompt] = ['state.yaml', 'prompt.md'].map((name) => join(made()[0]!, name)) as [string, string]
    expect(readFileSync(state, 'utf8')).toContain('compression_mode: lossy')
    expect(readFileSync(prompt, 'utf8')).toContain('## Next action')
    expect([state, prompt].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
    const said = next()
    for (const file of [state, prompt]) expect(said).toContain(file.replace(box.root, '<box>'))
    expect(said).toContain('start a new one with the prompt')
    stop('emergency')
    expect(next()).toBe('')
    expect(made()).toHaveLength(1)
    expect(box.json('sessions')).toHaveLength(1)
  })

  it('with force is the session that takes over, too', () => {
    reply(198_000)
    stop('force')
    expect(next()).toContain('type `/resume ')
    expect(box.json('sessions')).toHaveLength(2)
    stop('force')
    expect(box.json('sessions')).toHaveLength(2)
  })
})

describe('advice', () => {
  const engagement = (id: string, fields: string) =>
    box.put(`home/project/engagement-${id}.md`, `---\nengagement_id: ${id}\n${fields}\n---\n`)
  const advised = () =>
    JSON.parse(box.shell(`STET_CONTEXT_WINDOW=1000 $STET advise ${ID} --json`).stdout) as {
      command: string
      why: string
    }

  it('knows closed engagements, and the phase that the work is in', () => {
    for (let at = 0; at < 6; at++) {
      reply(800)
      say('user', { role: 'user', content: `Step ${at}, please.` })
    }
    reply(800)
    box.stet('inscribe', session.transcript)
    engagement(
      'parser-work',
      `phase: build\nstarted: ${session.at(0)}\nphases_completed:\n  - phase: design\n    completed: ${session.at(8)}`,
    )
    expect(advised().command).toBe('stet compress-before 11111111 build')
    engagement('old-work', `phase: closed\nstarted: ${session.at(0)}\nphases_completed: []`)
    box.stet('tag', ID, '1-2', 'old-work')
    box.stet('tag', ID, '3-7', 'parser-work')
    expect(advised().command).toBe('stet compress-engagement 11111111 old-work')
    const told = hook('SessionStart', { source: 'resume' })
    expect(told).toContain('Active engagement: parser-work.')
    expect(told).not.toContain('old-work')
  })
})

describe('phrases', () => {
  it.each([
    'compress',
    'Please compress now.',
    'save state',
    'summarize for continuation',
    'execute transmutation script',
    'archive this conversation',
    'compress recent, bridge from the parser rewrite',
    'compress from setup through parsing',
    'compress the parser, pull in the setup',
    'compress --lossless --turns 16-35',
  ])('of a compression: %s', (prompt) => expect(triggerText(prompt)).toContain('the skill `compress`'))

  it.each(['compress images before the upload', 'how do we save the stateful set?', 'archive the old logs'])(
    'of none: %s',
    (prompt) => expect(triggerText(prompt)).toBeUndefined(),
  )

  it('are recognised where that is switched on', () => {
    expect(hook('UserPromptSubmit', { prompt: 'please trim the context' })).toBe('')
    expect(
      told(hook('UserPromptSubmit', { prompt: 'please trim the context' }, 'STET_CONTEXT_TRIGGER_PHRASES=true')),
    ).toContain('stet trim latest')
    expect(hook('UserPromptSubmit', { prompt: 'fix the bug' }, 'STET_CONTEXT_TRIGGER_PHRASES=true')).toBe('')
  })
})
