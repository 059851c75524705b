import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { ContextRules } from '../../src/clients/client.ts'
import { codex } from '../../src/clients/codex/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { sessionFile } from './generate.ts'
import { fileOf, human, lastPrompt, reply } from './lines.ts'
import { runs } from './workbench.ts'

const ROOT = resolve(import.meta.dirname, '..')
const filesOf = (client: string) =>
  [`golden/parse/${client}`, `fixtures/${client}`].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.jsonl'))
      .map((path) => join(folder, path)),
  )

/** Each block by the first one that is the same. */
const sameAs = (blocks: readonly string[]) => blocks.map((block) => blocks.indexOf(block))

/** A fingerprint tells blocks apart exactly where the conversation does, and an outline the same lines as a whole reading. */
function holds({ conversation, fingerprint, reader }: ContextRules, file: Buffer): void {
  const print = fingerprint()
  const [outline, whole] = [reader({ inOutline: true }), reader()]
  for (const line of linesOf(file)) for (const taker of [print, outline, whole]) taker.add(line)
  expect(sameAs([...print.blocks()])).toEqual(sameAs(conversation(file)))
  const [short, long] = [outline, whole].map((one) =>
    one.context(() => 0).parts.flatMap(({ lines }) => lines.map(({ start, end }) => [start, end])),
  )
  expect(short).toEqual(long)
}

describe.each([
  ['claude-code', claudeCode.context],
  ['codex', codex.context],
] as const)('a conversation in outline is the same conversation: %s', (client, context) => {
  it.each(filesOf(client))('%s', (path) => holds(context, readFileSync(join(ROOT, path))))
})

it('where the file of a subagent begins with what was asked last', () => {
  const [asked, said] = [human('a', null, 'Look.'), reply('b', 'a', [{ type: 'text', text: 'Seen.' }])]
  const file = fileOf(lastPrompt('b'), ...[asked, said].map((line) => ({ ...line, isSidechain: true })))
  expect(claudeCode.context.conversation(file)).toHaveLength(2)
  holds(claudeCode.context, file)
})

it('for any file of Claude Code, damaged ones too', () =>
  fc.assert(
    fc.property(sessionFile(), ({ bytes }) => holds(claudeCode.context, bytes)),
    runs(500),
  ))
