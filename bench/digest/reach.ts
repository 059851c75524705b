import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from '../../src/actions/digest/compress.ts'
import { closeWorkspace, openWorkspace } from '../../src/actions/open-workspace.ts'
import { inject } from '../../src/actions/read/inject.ts'
import { resolveSession } from '../../src/actions/resolve-session.ts'
import { search } from '../../src/actions/search/search.ts'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import type { DigestRound } from '../../src/digest/round.ts'
import { generate, type Planted } from './generate.ts'
import { entriesIn, score } from './score.ts'

const SESSIONS = 5
const LIMIT = 10

/** How much of what was planted one `search` for its name brings up, and one `inject` of that round then shows. */
export async function reach(work: string): Promise<string> {
  const home = mkdtempSync(join(work, 'reach-'))
  const workspace = await openWorkspace({
    storeDir: join(home, 'store'),
    user: 'u',
    machine: 'm',
    cwd: home,
    configDirs: {},
  })
  const omitted = { all: 0, found: 0 }
  const any = { all: 0, found: 0 }
  for (let seed = 1; seed <= SESSIONS; seed++) {
    const { rounds, planted } = generate({ seed: seed * 17, part: 'held out' })
    const id = `5eed0000-0000-4000-8000-${String(seed).padStart(12, '0')}`
    const file = join(home, `${id}.jsonl`)
    writeFileSync(file, transcriptOf(rounds, id))
    const session = await resolveSession(workspace, file)
    const { prompt } = await compress(workspace, session, DEFAULT_REQUEST, { out: join(home, 'out', id) })
    const missed = new Set(score(entriesIn(prompt), planted).missed)
    for (const one of planted) {
      if (one.is !== 'true') continue
      const isFound = await isReached(one)
      for (const count of missed.has(one) ? [omitted, any] : [any]) {
        count.all++
        if (isFound) count.found++
      }
    }

    async function isReached({ keys, round }: Planted): Promise<boolean> {
      const { hits } = await search(workspace, `"${keys[0]}"`, {
        session: session.id,
        where: 'all',
        mode: 'text',
        limit: LIMIT,
      })
      if (!hits.some((hit) => hit.round === round)) return false
      const shown = JSON.stringify(await inject(workspace, `${session.id}:${round}`)).toLowerCase()
      return keys.every((key) => shown.includes(JSON.stringify(key.toLowerCase()).slice(1, -1)))
    }
  }
  await closeWorkspace(workspace)
  const share = ({ found, all }: typeof any) => `${(found / Math.max(1, all)).toFixed(3)} of ${all}`
  return `reached with one search and inject: left out of the prompt ${share(omitted)}, everything planted ${share(any)} (goal 0.99)`
}

/** The rounds as a client would have written them. */
function transcriptOf(rounds: readonly DigestRound[], id: string): string {
  const lines: string[] = []
  const add = (type: 'user' | 'assistant', content: unknown) => {
    const at = lines.length
    lines.push(
      JSON.stringify({
        parentUuid: at === 0 ? null : `${id}-${at - 1}`,
        uuid: `${id}-${at}`,
        sessionId: id,
        type,
        cwd: '/repo',
        timestamp: new Date(Date.UTC(2031, 0, 1) + at * 1000).toISOString(),
        message: { role: type, content },
      }),
    )
  }
  for (const { events } of rounds) {
    for (const event of events) {
      if (event.kind === 'said') {
        add(
          event.who === 'user' ? 'user' : 'assistant',
          event.who === 'user' ? event.text : [{ type: 'text', text: event.text }],
        )
        continue
      }
      const { act, outcome } = event
      const path = act.files[0]?.path
      const edit = act.edits?.[0]
      const call =
        act.command !== null
          ? { name: 'Bash', input: { command: act.command } }
          : edit
            ? { name: 'Edit', input: { file_path: path, old_string: edit.before, new_string: edit.after } }
            : { name: 'Read', input: { file_path: path } }
      const use = `t${lines.length}`
      add('assistant', [{ type: 'tool_use', id: use, ...call }])
      const exit = outcome?.exit ? `Exit code ${outcome.exit}\n` : ''
      add('user', [
        {
          type: 'tool_result',
          tool_use_id: use,
          content: `${exit}${outcome?.output ?? ''}`,
          ...(outcome?.failed && { is_error: true }),
        },
      ])
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}
