import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entriesOf } from '../../../src/brief/entries-of.ts'
import { handOver } from '../../../src/brief/hand-over.ts'
import { resolveSession } from '../../../src/record/naming/resolve-session.ts'
import { mergeSessions } from '../../../src/surgery/operations.ts'
import { openTestWorkspace } from '../../workspace.ts'
import { saidTranscript } from '../said-transcript.ts'

const IDS = ['7e57d000-0000-4000-8000-0000000000c1', '7e57d000-0000-4000-8000-0000000000c2']

it('a merged session has the entries of both, with the numbers that their rounds have there, each with an id of its own', async () => {
  const { home, workspace, close } = await openTestWorkspace()
  try {
    const sessions = []
    for (const [at, host] of ['kepler-7', 'tycho-9'].entries()) {
      const said = [
        ['user', `The host is ${host}.`],
        ['assistant', 'Noted.'],
        ['user', `Deploy to ${host} now.`],
        ['assistant', `It runs on ${host}.`],
      ] as const
      const path = join(home, `${IDS[at]}.jsonl`)
      writeFileSync(
        path,
        saidTranscript(IDS[at]!, said)
          .replace(/"([um])(\d)"/g, `"$1${at}-$2"`)
          .replaceAll('10-01', `10-0${at + 1}`),
      )
      const session = await resolveSession(workspace, path)
      const quotes = [`r1: The host is ${host}`]
      const host1 = { id: 'e1', kind: 'fact', text: `The host is ${host}.`, rounds: [1], by: 'user', quotes, over: 2 }
      const open = { id: 'e2', kind: 'open', text: `Deploy to ${host}.`, rounds: [2], by: 'user', supersedes: ['e1'] }
      const entries = [
        host1,
        { ...open, quotes: [`r2: Deploy to ${host}`], why: { text: `${host} is the host`, round: 1 } },
      ]
      const { refused } = await handOver(workspace, session, { entries }, { writer: 'agent', name: 'test' })
      expect(refused).toEqual([])
      sessions.push(session)
    }
    const operated = await mergeSessions(workspace, sessions)
    operated
    const merged = await resolveSession(workspace, operated.sessions[0]!.session)
    const { current, over } = await entriesOf(workspace, merged)
    expect(over.map((one) => [one.id, one.text, one.rounds, one.over, one.quotes[0]!.round])).toEqual([
      ['e1', 'The host is kepler-7.', [1], 2, 1],
      ['e3', 'The host is tycho-9.', [3], 4, 3],
    ])
    expect(current.map((one) => [one.id, one.rounds, one.supersedes, one.why])).toEqual([
      ['e2', [2], ['e1'], { text: 'kepler-7 is the host', round: 1 }],
      ['e4', [4], ['e3'], { text: 'tycho-9 is the host', round: 3 }],
    ])
  } finally {
    await close()
  }
})
