import { BLOCK_KINDS } from '../../model/block.ts'
import type { OutlineLine, Passage } from '../../model/outline.ts'
import { blockTokens, noTokens, tokenKindOf } from '../../model/tokens.ts'
import type { OutlineTable } from './outline-table.ts'

const CALL = BLOCK_KINDS.indexOf('tool_use')
const RESULT = BLOCK_KINDS.indexOf('tool_result')

type TableLine = OutlineLine & { readonly place: number }

/** Lines of a table with what their blocks cost together, and whether they stand on their own. */
export function passageOf(lines: readonly TableLine[], table: OutlineTable): Passage {
  const { block, blocks, kind, chars, call, images, unsigned } = table
  const tokens = noTokens()
  const open = new Set<string>()
  const calls = new Set<string>()
  let isSound = true
  for (const { place, renames } of lines) {
    if (renames) isSound = false
    for (let at = block[place]!; at < block[place]! + blocks[place]!; at++) {
      const own = BLOCK_KINDS[kind[at]!]!
      tokens[tokenKindOf(own)] += blockTokens(own, chars[at]!, images.get(at) ?? 0)
      if (kind[at] === CALL) opens(call[at]!)
      else if (kind[at] === RESULT) answers(call[at]!)
      else if (unsigned.has(at)) isSound = false
    }
  }
  return { lines, tokens, isSound: isSound && open.size === 0 }

  function opens(id: string | null): void {
    if (id === null) isSound = false
    else if (calls.has(id)) return
    else {
      calls.add(id)
      open.add(id)
    }
  }

  function answers(id: string | null): void {
    if (id === null || !calls.has(id)) isSound = false
    else open.delete(id)
  }
}
