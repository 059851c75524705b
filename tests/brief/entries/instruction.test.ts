import { expect, it } from 'vitest'
import { ENTRY_KINDS } from '../../../src/brief/entries/entry.ts'
import { FORM, INSTRUCTION } from '../../../src/brief/entries/instruction.ts'

it('the instruction is short, and names every kind and field', () => {
  expect(INSTRUCTION.split(/\s+/).length).toBeLessThanOrEqual(280)
  for (const kind of ENTRY_KINDS) expect(INSTRUCTION).toContain(`**${kind}**`)
  for (const field of ['quotes', 'by', 'supersedes', 'skip']) expect(INSTRUCTION).toContain(`\`${field}\``)
  for (const field of ['over', 'until', 'waits_for', 'rejected', 'why', 'agreed', 'answers'])
    expect(FORM).toContain(field)
})
