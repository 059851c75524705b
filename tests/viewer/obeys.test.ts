import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { listOperations } from '../../src/surgery/list-operations.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { undo } from '../../src/surgery/undo.ts'
import { tag } from '../../src/work/tag.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

const COMPACTED = 'c0c0c0c0-0000-4000-8000-000000000001'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  await tag(viewing.workspace, await resolveSession(viewing.workspace, SAMPLE), { range: '3', engagement: 'plan-work' })
}, 600_000)
afterAll(() => viewing?.close())

const textOf = async (page: Page, selector: string) =>
  ((await page.locator(selector).first().textContent()) ?? '').replace(/\s+/g, ' ').trim()

async function openSession(words: string, id = SAMPLE): Promise<Page> {
  const page = await viewing!.open(`/session/${id}${words}`)
  await page.locator('#rounds .row').first().waitFor()
  await page.locator('canvas[aria-busy="false"]').first().waitFor()
  await page.locator('#rounds').focus()
  return page
}

describe('an action is done to what the page says', () => {
  it.for([
    {
      key: 't',
      sel: '1-2',
      more: '&threshold=20&tools=all',
      says: 'Trim rounds 1–2',
      rounds: /1 cut \(1\)/,
      kind: 'trim',
    },
    {
      key: 't',
      sel: '',
      more: '&threshold=20&tools=all',
      says: 'Trim whole session',
      rounds: /1 cut \(1\)/,
      kind: 'trim',
    },
    { key: 'd', sel: '2-3', says: 'Drop rounds 2–3', rounds: /2 as rows of an index \(2–3\)/, kind: 'drop' },
    {
      key: 'c',
      sel: '3',
      says: 'Compress before what is before round 3',
      rounds: /index \(1–2\)/,
      kind: 'compress-before',
    },
    { key: 'e', sel: '2,4', says: 'Extract rounds 2, 4', rounds: /2 rounds whole/, kind: 'split' },
    { key: 's', sel: '2,4', says: 'Split rounds 2, 4', rounds: /2 rounds whole/, kind: 'split' },
    {
      key: 'C',
      sel: '',
      says: 'Compress engagement whole session',
      rounds: /index \(3\)/,
      kind: 'compress-engagement',
    },
    {
      key: 'm',
      sel: '2',
      more: `&sessions=${COMPACTED}`,
      says: 'Merge whole session',
      rounds: /rounds whole/,
      kind: 'merge',
    },
    { key: 'r', sel: '2', more: '&keep_recent=1', says: 'Revive whole session', rounds: /index/, kind: 'revive' },
    { key: 'o', sel: '2', says: 'Roll over whole session', rounds: /./, kind: 'rollover' },
    { key: 'h', sel: '2', more: '&to=5000', says: 'Shrink to whole session', rounds: /./, kind: 'trim' },
  ])('$key with "$sel" selected: $says', async ({ key, sel, more = '', says, rounds, kind }, { skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession(sel === '' ? '' : `?sel=${sel}`)
    await page.keyboard.press(key)
    await page.locator('.sum, .answer, .form').first().waitFor()
    if (more !== '') await page.goto(`${page.url()}${more}`)
    await page.getByRole('button', { name: /^Write/ }).waitFor()
    expect(await textOf(page, '.sum b')).toBe(says)
    expect(await textOf(page, '.preview dl')).toMatch(rounds)
    await page.keyboard.press('Enter')
    await page.locator('.written').waitFor()
    const written = await page.locator('.written code').allTextContents()
    const [last] = await listOperations(viewing.workspace)
    expect(last).toMatchObject({ kind, undone: false })
    expect(last!.from).toContain(SAMPLE)
    for (const id of last!.sessions) expect(written.join('\n')).toContain(id.replace(/~\d+$/, ''))
    await page.getByRole('button', { name: `Undo ${kind}` }).click()
    await page.getByText(`Undid ${kind}.`).waitFor()
    expect((await listOperations(viewing.workspace))[0]).toMatchObject({ kind, undone: true })
    await page.context().close()
  })
})

it('t with rounds selected that hold nothing long says so, and leaves the long ones of others alone', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${SAMPLE}?sel=2-3&do=trim&threshold=20&tools=all`)
  await page.getByText('There is nothing to trim').waitFor()
  await page.context().close()
})

it('Enter writes what was asked for by a click', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await openSession('?sel=2-3')
  await page.getByRole('button', { name: /^Drop/ }).click()
  await page.getByRole('button', { name: /^Write/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.written').waitFor()
  await page.getByRole('button', { name: 'Undo drop' }).click()
  await page.getByText('Undid drop.').waitFor()
  await page.context().close()
})

it('u names the last operation of this session before it takes it back, and leaves those of others alone', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const { workspace } = viewing
  const drop = async (id: string, range: string) =>
    cutSession(workspace, await resolveSession(workspace, id), { kind: 'drop', range, kinds: [] })
  const own = await drop(SAMPLE, '2')
  const other = await drop(COMPACTED, '4')
  const page = await openSession('')
  await page.keyboard.press('u')
  await page.getByRole('region', { name: 'undo' }).getByText('Undo drop').first().waitFor()
  expect((await listOperations(workspace)).filter(({ undone }) => !undone)).toHaveLength(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('region', { name: 'undo' }).count()).toBe(0)
  await page.keyboard.press('u')
  await page.getByRole('button', { name: /^Undo drop/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Undid drop.').waitFor()
  const undone = new Map((await listOperations(workspace)).map((one) => [one.operation, one.undone]))
  expect([undone.get(own.operation!), undone.get(other.operation!)]).toEqual([true, false])
  await page.keyboard.press('u')
  await page.getByText('Nothing that was done to this session can be undone').waitFor()
  await page.context().close()
})

it('a session that an operation wrote is left for its source when that is taken back', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const { workspace } = viewing
  const { sessions } = await cutSession(workspace, await resolveSession(workspace, SAMPLE), {
    kind: 'drop',
    range: '2',
    kinds: [],
  })
  const page = await openSession('', sessions[0]!.session)
  await page.keyboard.press('u')
  await page.getByText('It wrote this session').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.endsWith(SAMPLE))
  await page.context().close()
})

describe('what cannot be done', () => {
  it('is disabled with its reason, and extract is offered for rounds that are not sent', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession('?sel=1-2', COMPACTED)
    await page.getByText('They are not sent any more, so nothing can be taken out.').waitFor()
    for (const name of ['Drop', 'Trim'])
      expect(await page.locator('.action', { hasText: name }).getAttribute('title')).toBe(
        'these rounds are not sent any more',
      )
    await page.keyboard.press('d')
    await page.getByText('Drop: these rounds are not sent any more.').waitFor()
    await page.getByRole('button', { name: /^Extract them/ }).click()
    await page.getByRole('button', { name: /^Write/ }).waitFor()
    expect(await textOf(page, '.preview dl')).toMatch(/2 rounds whole/)
    await page.context().close()
  })

  it('leaves what was selected and is sent: unsent rounds are passed over', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession('?sel=1-4', COMPACTED)
    await page.getByText(/of 4 sent/).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: /^Write/ }).waitFor()
    await page.context().close()
  })

  it('is everything where there is no such session', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open('/session/no-such-session')
    await page.locator('.panel').waitFor()
    expect(await page.locator('.action:enabled').count()).toBe(0)
    await page.context().close()
  })
})

it('takes operations back that are undone from elsewhere, too: the page offers the one before', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const { workspace } = viewing
  const session = await resolveSession(workspace, SAMPLE)
  await cutSession(workspace, session, { kind: 'compress-before', before: 'round:3' })
  const { operation } = await cutSession(workspace, session, { kind: 'drop', range: '2', kinds: [] })
  await undo(workspace, operation)
  const page = await openSession('')
  await page.keyboard.press('u')
  await page.getByRole('button', { name: /^Undo compress-before/ }).waitFor()
  await page.context().close()
})
