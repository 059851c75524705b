import { appendFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { type Box, openBox } from '../cli/box.ts'

export const HOOK = resolve(import.meta.dirname, '../../plugin/claude-code/bin/stet-hook')
export const ID = '11111111-1111-4111-8111-111111111111'
export const FOLDER = 'home/.claude/projects/-project'

/** A session that a client is at, and the hooks that the client would run. */
export interface LiveSession {
  readonly box: Box
  readonly transcript: string
  /** The time of a second after it began; a line is said in each. */
  at(second: number): string
  /** Adds a line to the transcript. */
  say(type: 'user' | 'assistant', message: object): void
  /** Adds a reply that says how many tokens its request held. */
  reply(tokens: number): void
  /** What a client gives a hook. */
  event(name: string, more?: object): string
  /** Runs a hook, which must end well and say nothing on standard error; returns what it printed. */
  hook(name: string, more?: object, env?: string): string
  /** Where hooks keep a file of this session. */
  live(kind: string): string
  /** The transcript as the record has it. */
  recorded(): string
}

export function openLiveSession(): LiveSession {
  const box = openBox({ sessions: false })
  const transcript = box.put(`${FOLDER}/${ID}.jsonl`, '')
  let lines = 0
  const begun = Date.now() - 60_000
  const at: LiveSession['at'] = (second) => new Date(begun + second * 1000).toISOString()
  const say: LiveSession['say'] = (type, message) => {
    const line = {
      parentUuid: lines === 0 ? null : `u${lines}`,
      type,
      uuid: `u${++lines}`,
      timestamp: at(lines),
      sessionId: ID,
      cwd: box.cwd,
      message,
    }
    appendFileSync(transcript, `${JSON.stringify(line)}\n`)
  }
  const event: LiveSession['event'] = (name, more = {}) =>
    JSON.stringify({ session_id: ID, transcript_path: transcript, cwd: box.cwd, hook_event_name: name, ...more })
  say('user', { role: 'user', content: 'Begin. Never push to main.' })
  return {
    box,
    transcript,
    say,
    reply: (tokens) =>
      say('assistant', {
        id: `m${lines}`,
        model: 'claude-haiku-4-5',
        role: 'assistant',
        content: [{ type: 'text', text: 'ok' }],
        usage: { input_tokens: tokens, output_tokens: 0 },
      }),
    at,
    event,
    hook(name, more, env = '') {
      box.put('home/project/event.json', event(name, more))
      const { status, stdout, stderr } = box.shell(`${env} ${HOOK} ${name} < event.json`)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout
    },
    live: (kind) => join(box.home, '.stet/live', `${ID}.${kind}`),
    recorded() {
      const [live, away] = ['$STET_HOME/live', '$STET_HOME/away'] // who reads in the client's session captures it first
      box.shell(`mv ${live} ${away}; $STET export ${ID} --to raw > recorded.jsonl; mv ${away} ${live}`)
      return readFileSync(join(box.cwd, 'recorded.jsonl'), 'utf8')
    },
  }
}

/** What a hook told the agent, without the marks around it. */
export function told(output: string): string {
  if (output === '') return ''
  return JSON.parse(output).hookSpecificOutput.additionalContext.replace(/<\/?system-reminder>/g, '')
}
