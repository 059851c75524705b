import { describe, expect, it } from 'vitest'
import { ownUuidOf, uuidOf } from '../../../model/id.ts'
import type { Line } from '../schema.ts'
import { isInjectedText, kindOfUserLine } from './classify.ts'

const user = (content: unknown, more: Partial<Line> = {}) =>
  kindOfUserLine({ type: 'user', message: { role: 'user', content: content as string }, ...more })
const text = (...texts: readonly string[]) => texts.map((said) => ({ type: 'text', text: said }))
const image = { type: 'image', source: {} }

describe('a user line', () => {
  it.each([
    ['hello', 'human'],
    ['', 'human'],
    ['  <b>bold</b>', 'human'],
    ['I typed <command-name> myself', 'human'],
    ['<command-name>/clear</command-name>', 'command'],
    ['  <command-message>clear</command-message>', 'command'],
    ['<local-command-stdout>done</local-command-stdout>', 'command'],
    ['<bash-input>ls</bash-input>', 'command'],
    ['<ide_opened_file>a.ts</ide_opened_file>', 'editor'],
    ['<ide_opened_file>a.ts</ide_opened_file> Go on.', 'human'],
    ['[Request interrupted by user]', 'interrupt'],
    ['[Request interrupted by user for tool use]', 'interrupt'],
    ['<task-notification>done</task-notification>', 'injected'],
    ['<system-reminder>do</system-reminder>', 'injected'],
    ['Base directory for this skill: /x', 'injected'],
    ['<teammate-message from="a">hi</teammate-message>', 'injected'],
    ['Continue from where you left off.', 'injected'],
    ['This session is being continued from a previous conversation', 'injected'],
    ['# Index of 1 earlier round (001) of session s\n<!-- stet:index session=s rounds=1-1 count=1 -->', 'human'],
    ['What does `<!-- stet:index session=s rounds=1-1 -->` mean?', 'human'],
    ['It says\n<!-- stet:legend -->\nin my file.', 'human'],
  ])('%j is %s', (content, kind) => {
    expect(user(content)).toBe(kind)
    expect(user(text(content))).toBe(kind)
  })

  it('is human when any of its texts is', () => {
    expect(user(text('<ide_opened_file>a.ts</ide_opened_file>', 'Go on.'))).toBe('human')
    expect(user(text('<system-reminder>x</system-reminder>', 'Go on.'))).toBe('human')
  })

  it('is human when it is a picture', () => {
    expect(user([image])).toBe('human')
    expect(user([image, ...text('<system-reminder>x</system-reminder>')])).toBe('human')
  })

  it('is a result when it holds one, whatever else it holds', () => {
    expect(user([{ type: 'tool_result', tool_use_id: 't' }, ...text('hello')])).toBe('tool-result')
    expect(user([{ type: 'tool_result' }], { isMeta: true })).toBe('tool-result')
  })

  it('is what Stet says where its uuid is one of Stet, whatever version wrote it', () => {
    const index = '# Index of 1 earlier round (001) of session s\n<!-- stet:index session=s rounds=1-1 count=1 -->'
    expect(user(index, { uuid: ownUuidOf('any') })).toBe('injected')
    expect(user(index, { uuid: '18b1bd6b-e34b-8bf9-aee9-05bc9ea44dd1' })).toBe('injected')
    expect(user(index, { uuid: uuidOf('a line that was translated') })).toBe('human')
    expect(user(index, { uuid: '18b1bd6b-e34b-4bf9-aee9-05bc9ea44dd1' })).toBe('human')
    expect(user('hello', { uuid: ownUuidOf('any') })).toBe('human')
  })

  it('is what its flags and origin say, before its text', () => {
    expect(user('hello', { isMeta: true })).toBe('injected')
    expect(user('hello', { isCompactSummary: true })).toBe('summary')
    expect(user('hello', { origin: { kind: 'task-notification' } })).toBe('injected')
    expect(user('hello', { origin: { kind: 'human' } })).toBe('human')
  })

  it.each([[[]], [{ a: 1 }], [5], [null], [[5, null]]])('without any block is injected: %j', (content) => {
    expect(user(content)).toBe('injected')
  })
})

it('what the editor adds to a prompt is injected text', () => {
  expect(isInjectedText('<ide_selection>x</ide_selection>')).toBe(true)
  expect(isInjectedText('select this')).toBe(false)
})
