import type { Block } from '../model/block.ts'
import { maskedValue } from './masked-value.ts'

/** What blocks hold, and whether it stays as it was recorded. Text is made of it after that: JSON hides what is in it. */
export async function passedBlocks<B extends Block>(blocks: readonly B[], isExact: boolean): Promise<readonly B[]> {
  return isExact ? blocks : maskedValue(blocks)
}
