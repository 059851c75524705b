import { BLOCK_KINDS, type BlockKind } from '../../model/block.ts'
import { Failure } from '../../model/errors.ts'

export const KINDS = {
  summary: `only these kinds of blocks: ${BLOCK_KINDS.join(', ')}`,
  value: 'KIND,…',
  complete: BLOCK_KINDS,
} as const

/** Reads `thinking,tool_use`; undefined means every kind. */
export function kindsIn(text: string | undefined): readonly BlockKind[] | undefined {
  return text?.split(',').map((word) => {
    const kind = BLOCK_KINDS.find((known) => known === word.trim())
    if (kind) return kind
    throw new Failure('usage', `${JSON.stringify(word.trim().slice(0, 40))} is not a kind of block.`, {
      facts: { kind: word.slice(0, 200), kinds: BLOCK_KINDS },
      hint: `Kinds are ${BLOCK_KINDS.join(', ')}.`,
    })
  })
}

/** Recorded bytes are not JSON, and `--json` promises one JSON value. */
export function refuseJsonWithRaw(json: boolean): void {
  if (!json) return
  throw new Failure('usage', '--raw prints bytes as they are, --json one JSON value; they do not go together.', {
    hint: 'Leave one of them out.',
  })
}
