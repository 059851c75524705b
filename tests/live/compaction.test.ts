import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LiveSession, openLiveSession } from './live-session.ts'

let session: LiveSession
beforeEach(() => {
  session = openLiveSession()
  session.reply(100)
})
afterEach(() => session.box.remove())

/** What the client writes down when it has compacted. */
function compacted(summary: string): void {
  const line = (more: object) => appendFileSync(session.transcript, `${JSON.stringify(more)}\n`)
  const about = { parentUuid: null, timestamp: session.at(50), uuid: `c${summary.length}`, cwd: session.box.cwd }
  line({ ...about, type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } })
  const message = { role: 'user', content: summary }
  line({ ...about, parentUuid: about.uuid, uuid: `${about.uuid}s`, type: 'user', isCompactSummary: true, message })
}

const FACT = 'Never push to main'

it.each(['compact', 'resume'])(
  'tells once at the start after a compaction (%s) what its summary left out',
  (source) => {
    expect(session.hook('PreCompact', { trigger: 'auto' })).toContain(FACT)
    compacted('The user began.')
    expect(session.hook('SessionStart', { source })).toContain(FACT)
    expect(session.hook('SessionStart', { source })).not.toContain(FACT)
  },
)

it('says nothing if the summary has it, and waits until the summary is written', () => {
  compacted('An earlier one, which left everything out.')
  session.hook('PreCompact', { trigger: 'auto' })
  expect(session.hook('SessionStart', { source: 'compact' })).not.toContain(FACT)
  session.hook('PostCompact', { compact_summary: 'Little.' })
  expect(session.hook('UserPromptSubmit', { prompt: 'go on' })).toContain(FACT)
  session.hook('PreCompact', { trigger: 'auto' })
  compacted('The user said: Never push to main.')
  expect(session.hook('SessionStart', { source: 'compact' })).not.toContain(FACT)
})

it('tells the next compaction what was before the last one, too', () => {
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make deploy' } }
  session.say('assistant', { id: 'm9', role: 'assistant', content: [call] })
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'Exit code 2', is_error: true }
  session.say('user', { role: 'user', content: [result] })
  const failed = '`make deploy` failed'
  expect(session.hook('PreCompact', { trigger: 'auto' })).toContain(failed)
  compacted('The user began.')
  session.hook('SessionStart', { source: 'compact' })
  const after = { parentUuid: 'c15s', uuid: 'n1', timestamp: session.at(51), cwd: session.box.cwd, type: 'user' }
  const asked = { ...after, message: { role: 'user', content: 'Go on.' } }
  appendFileSync(session.transcript, `${JSON.stringify(asked)}\n`)
  expect(session.hook('PreCompact', { trigger: 'auto' })).toContain(failed)
  compacted('The user went on.')
  expect(session.hook('SessionStart', { source: 'compact' })).toContain(failed)
})
