import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

interface Made {
  readonly id: string
  readonly status: string
  readonly context_id: string | null
}

const ticket = (...args: readonly string[]) => box.json('ticket', ...args) as Made
const head = (session: string) =>
  (box.json('ctx', 'current', '--session', session) as { context_id: string }).context_id
const codeOf = (...args: readonly string[]) => (box.json('ticket', ...args) as { error?: { code: string } }).error?.code

/** What the agent says and hears next in a session that was started. */
function goOn(path: string, session: string, text: string): void {
  const line = { type: 'user', uuid: crypto.randomUUID(), sessionId: session, timestamp: new Date().toISOString() }
  const said = JSON.stringify({ ...line, message: { role: 'user', content: text } })
  box.shell(`printf '%s\\n' '${said}' >> '${path.replace('<box>', box.root)}'`)
}

describe('a ticket', () => {
  it('goes from work to review, discussion, verification and its end, each with what was known then', () => {
    const author = head(WORDS)
    const task = ticket('create', 'Sort the words', '--context', author)
    expect(task).toMatchObject({
      status: 'open',
      type: 'task',
      context_id: author,
      created_by: expect.stringMatching(/^ada@/),
    })

    // 1, 2: an agent works on it, and hands it over
    expect(codeOf('update', task.id, '--status', 'in_progress')).toBe('ticket-refused')
    expect(ticket('update', task.id, '--status', 'in_progress', '--assignee', 'ada')).toMatchObject({ assignee: 'ada' })
    expect(codeOf('update', task.id, '--status', 'in_progress', '--assignee', 'eve')).toBe('ticket-refused')
    expect(codeOf('update', task.id, '--status', 'review')).toBe('ticket-refused')
    ticket('update', task.id, '--status', 'review', '--reviewer', 'bob')

    // 3, 4: a reviewer starts with what is known, and writes down what it finds
    const review = box.json('start', '--template', 'reviewer', '--context', author, '--ticket', task.id) as {
      session: string
      path: string
    }
    goOn(review.path, review.session, 'What is wrong with it?')
    const knew = head(review.session)
    const finding = JSON.parse(
      box.shell(
        `STET_SESSION_ID=${review.session} $STET ticket create "No test" --type review_finding --parent ${task.id} --template reviewer --json`,
      ).stdout,
    ) as Made
    expect(finding).toMatchObject({ type: 'review_finding', parent: task.id, template: 'reviewer', context_id: knew })
    ticket('review', task.id, 'changes_requested', '--by', 'bob')

    // 5, 6: the author asks about it, twice: each has a branch of its own
    ticket('update', task.id, '--status', 'in_progress', '--assignee', 'ada')
    const first = box.json('ticket', 'discuss', finding.id) as { session: string; path: string; context: string }
    const second = box.json('ticket', 'discuss', finding.id) as { session: string; path: string; context: string }
    expect([first.context, second.context]).toEqual([knew, knew])
    goOn(first.path, first.session, 'Which test?')
    goOn(second.path, second.session, 'Why at all?')
    const tips = [head(first.session), head(second.session)]
    expect(tips[0]).not.toBe(tips[1])
    expect(box.json('ctx', 'show', tips[1]!)).toMatchObject({ template: 'reviewer', ticket_id: finding.id })
    const told = box.shell(
      `$STET ctx materialize ${tips[1]} --out told.jsonl >/dev/null; cat told.jsonl; rm told.jsonl`,
    )
    expect(told.stdout).toContain('Why at all?')
    expect(told.stdout).not.toContain('Which test?')

    // 7: what was mended is looked at by who knows the discussion, though another was begun in which nobody spoke
    box.json('ticket', 'discuss', finding.id)
    expect(box.json('ticket', 'verify', finding.id)).toMatchObject({
      ticket: finding.id,
      context: tips[1],
      template: 'reviewer',
    })

    // whoever else changes it says what he knows; what is discussed stays what its author knew
    expect(ticket('update', finding.id, '--priority', '1', '--context', author)).toMatchObject({
      context_id: author,
      contexts: [{ context_id: knew }, { context_id: author }],
    })
    expect(box.json('ticket', 'discuss', finding.id, '--dry-run')).toMatchObject({ context: knew })

    // 8: the end, once nothing is waited for
    const early = box.stet('ticket', 'close', task.id)
    expect([early.status, early.stderr]).toEqual([2, expect.stringContaining('waits for 2 things')])
    ticket('update', finding.id, '--status', 'blocked')
    expect(ticket('show', task.id)).toMatchObject({
      waits_for: ['bob: changes requested', `${finding.id} is blocked: No test`],
    })
    ticket('close', finding.id, '--reason', 'there is one now')
    ticket('review', task.id, 'approved', '--by', 'bob')
    expect(ticket('close', task.id, '--context', 'anything at all')).toMatchObject({
      status: 'closed',
      context_id: 'anything at all',
      closed_at: expect.any(String),
    })
  })

  it('that nobody gave a context has that of its author at the time', () => {
    const made = ticket('create', 'Look again')
    expect(made.context_id).toBeNull()
    const { context_id } = box.json('ctx', 'resolve', '--at', new Date().toISOString()) as { context_id: string }
    expect(box.json('ticket', 'discuss', made.id, '--dry-run')).toMatchObject({ context: context_id })
    expect(ticket('show', made.id)).toMatchObject({ discussions: [] })
  })

  it('is closed and open again, takes notes, and is found', () => {
    const one = ticket('create', 'One', '--priority', '0', '--label', 'a')
    const two = ticket('create', 'Two', '--blocked-by', one.id)
    const ready = () => (box.json('ticket', 'list', '--ready') as readonly Made[]).map(({ id }) => id)
    expect(ready()).toContain(one.id)
    expect(ready()).not.toContain(two.id)
    ticket('close', one.id.slice(4))
    expect(ready()).toContain(two.id)
    expect(codeOf('close', one.id)).toBe('ticket-refused')
    expect(codeOf('update', one.id, '--status', 'review', '--reviewer', 'bob')).toBe('ticket-refused')
    expect(ticket('reopen', one.id)).toMatchObject({ status: 'open', closed_at: null })
    const noted = JSON.parse(
      box.shell(`STET_CONTEXT_ID=ctx-12345678 $STET ticket note ${one.id} "So it is." --json`).stdout,
    )
    expect(noted.notes).toMatchObject([{ text: 'So it is.', context_id: 'ctx-12345678' }])
    expect(seen(box.stet('ticket', 'show', 'tkt-zzzz'))).toContain('There is no ticket "tkt-zzzz".')
    expect(ticket('create', 'Never', '--dry-run').id).toMatch(/^tkt-[0-9a-f]{4}/)
    expect(JSON.stringify(box.json('ticket', 'list'))).not.toContain('Never')
  })

  it('moves nothing on a terminal, whatever is written in it', () => {
    const wild = '\u001b[2J\u0007'
    const { id } = ticket('create', `Title${wild}`, '--context', `ctx${wild}`, '--body', `Body${wild}`)
    ticket('note', id, `Note${wild}`, '--context', `then${wild}`)
    const { stdout } = box.stet('ticket', 'show', id)
    for (const letter of ['\u001b', '\u0007']) expect(stdout).not.toContain(letter)
  })

  it('refuses values that a ticket cannot have', () => {
    const [one, two] = [ticket('create', 'One'), ticket('create', 'Two')]
    ticket('update', one.id, '--status', 'review', '--reviewer', 'bob')
    expect(codeOf('reopen', one.id)).toBe('ticket-refused')
    ticket('update', one.id, '--blocked-by', two.id)
    expect(codeOf('update', two.id, '--blocked-by', one.id)).toBe('ticket-refused')
    expect(codeOf('update', two.id, '--blocked-by', two.id)).toBe('ticket-refused')
    expect(codeOf('note', one.id, ' ')).toBe('usage')
    expect(codeOf('create', 'Three', '--template', 'two words')).toBe('usage')
  })

  it('keeps what reviewers said when another is asked, and asks them again in another review', () => {
    const { id } = ticket('create', 'Look')
    const said = (...args: readonly string[]) =>
      (ticket('update', id, ...args) as unknown as { review: { reviewers: readonly { disposition: string }[] } }).review
        .reviewers
    said('--status', 'review', '--reviewer', 'bob')
    ticket('review', id, 'approved', '--by', 'bob')
    const both = ['--reviewer', 'bob', '--reviewer', 'eve']
    expect(said(...both)).toMatchObject([{ disposition: 'approved' }, { disposition: 'pending' }])
    said('--status', 'in_progress', '--assignee', 'ada')
    expect(said('--status', 'review', ...both)).toMatchObject([{ disposition: 'pending' }, { disposition: 'pending' }])
  })

  it('keeps what its author knew from being collected', () => {
    const [kept, named, gone] = ['kept', 'named', 'gone'].map((summary) => {
      box.shell(`echo '{"type":"${summary}"}' > delta.jsonl`)
      const args = ['--type', 'delta', '--data', 'delta.jsonl', '--format', 'claude-code-v1']
      const { id } = box.json('ctx', 'checkpoint', ...args) as Made
      box.stet('ctx', 'pin', id, '--policy', 'ephemeral')
      return id
    })
    ticket('create', 'Keep it', '--context', kept!)
    box.stet('ctx', 'set', 'good/one', named!)
    box.stet('gc')
    expect(box.json('ctx', 'show', kept!)).toMatchObject({ id: kept })
    expect(box.json('ctx', 'show', 'good/one')).toMatchObject({ id: named })
    expect(box.json('ctx', 'show', gone!)).toMatchObject({ error: { code: 'commit-not-found' } })
  })

  it('that is closed by an update keeps what else the update says', () => {
    const { id } = ticket('create', 'Mend it')
    const change = ['--status', 'closed', '--title', 'Mended', '--label', 'done']
    expect(ticket('update', id, ...change)).toMatchObject({ status: 'closed', title: 'Mended', labels: ['done'] })
    const other = ticket('create', 'Another')
    expect(codeOf('update', other.id, '--status', 'closed', '--reviewer', 'bob')).toBe('review-open')
  })

  it('is discussed in the folder that its session is of', () => {
    const session = 'c1c1c1c1-0000-4000-8000-000000000001'
    box.shell(
      "mkdir -p elsewhere bin; printf '#!/bin/sh\\necho in $(basename $PWD)\\n' > bin/claude; chmod +x bin/claude",
    )
    const cwd = box.shell('cd elsewhere && pwd -P').stdout.trim().replace('<box>', box.root)
    const line = { type: 'user', uuid: crypto.randomUUID(), sessionId: session, cwd, timestamp: '2026-01-01T00:00:00Z' }
    const said = JSON.stringify({ ...line, message: { role: 'user', content: 'Where are we?' } })
    box.shell(`printf '%s\\n' '${said}' > ${session}.jsonl; $STET inscribe ${session}.jsonl`)
    const made = ticket('create', 'Ask', '--context', head(session))
    for (const args of [
      `ticket discuss ${made.id}`,
      `start --template x --context ${session}`,
      `ctx fork ${session}`,
    ]) {
      const { stdout } = box.shell(`PATH="$PWD/bin:$PATH" $STET ${args} --exec`)
      expect(stdout).toContain('in elsewhere')
    }
  })

  it('leads to commits and sessions of the record, to no other file', () => {
    box.shell(`printf '{"type":"user","sessionId":"x","message":{"role":"user","content":"Hi"}}\\n' > private.jsonl`)
    const path = box.shell('echo "$PWD/private.jsonl"').stdout.trim().replace('<box>', box.root)
    const made = ticket('create', 'Read this', '--context', path)
    expect(codeOf('discuss', made.id)).toBe('file-not-found')
  })
})
