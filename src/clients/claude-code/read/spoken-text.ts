import { spokenChunk } from '../../../model/round-text.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { wordsOf } from './blocks.ts'
import type { UserKind } from './classify.ts'

/** What a line says, to be found again: its blocks of the kinds `user-text` and `assistant-text`, and nothing else. */
export function spokenText(line: Line, userKind: UserKind | undefined): string {
  if (line.type !== 'assistant') return wordsOf(line, userKind).map(spokenChunk).join('')
  let said = ''
  for (const { type, text } of contentOf(line.message)) if (type === 'text' && isText(text)) said += spokenChunk(text)
  return said
}
