import { spokenChunk } from '../../../model/round-text.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { holdsWords, isInjectedText, type UserKind } from './classify.ts'

/** What a line says, to be found again: its blocks of the kinds `user-text` and `assistant-text`, and nothing else. */
export function spokenText(line: Line, userKind: UserKind | undefined): string {
  if (line.type !== 'assistant' && !holdsWords(line, userKind)) return ''
  let said = ''
  for (const { type, text } of contentOf(line.message)) {
    if (type !== 'text' || !isText(text)) continue
    if (line.type === 'assistant' || !isInjectedText(text)) said += spokenChunk(text)
  }
  return said
}
