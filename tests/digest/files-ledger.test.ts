import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import { filesLedger } from '../../src/digest/files-ledger.ts'
import { sessionSummary } from '../../src/digest/render/session-summary.ts'
import type { Did, RoundEvent, Said } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
import { NO_ACT, type ToolAct } from '../../src/model/tool-act.ts'

const said = (who: Said['who'], text: string): Said => ({ kind: 'said', who, text })
const did = (role: ToolAct['role'], path: string, change: 'create' | 'modify' | null): Did => ({
  kind: 'did',
  act: { ...NO_ACT, role, files: [{ path, change }] },
  outcome: { failed: false, exit: null, output: 'ok' },
})
const viewOf = (...rounds: readonly (readonly RoundEvent[])[]) =>
  settle(extract(rounds.map((events, at) => ({ round: at + 1, at: null, events }))))

it('has every file once, by what became of it, with its rounds', () => {
  const many = Array.from({ length: 30 }, (_, at) => did('read', `/w/read-${at}.md`, null))
  const view = viewOf(
    [said('user', 'Begin.'), ...many, did('write', '/w/new.ts', 'create'), did('read', '/w/old.ts', null)],
    [said('user', 'Go on.'), did('write', '/w/old.ts', 'modify'), did('write', '/w/new.ts', 'modify')],
  )
  const { created, modified, read, ...others } = filesLedger(view)
  expect(created).toEqual([{ path: '/w/new.ts', rounds: [1, 2] }])
  expect(modified).toEqual([{ path: '/w/old.ts', rounds: [2] }])
  expect(read).toHaveLength(30)
  expect(others).toEqual({ moved: [], deleted: [], undone: [] })
})

it('names a next step once', () => {
  const view = viewOf([said('user', 'Begin.'), said('agent', 'Still to do: the webhook needs a retry cap.')])
  const about = { session: 's', title: null, cwd: null, file: '', tag: 'T', at: '', turns: 1, last: 1 }
  expect(sessionSummary(view, about).match(/retry cap/g)).toHaveLength(1)
})
