import type { Statements } from './connection.ts'
import { readText } from './texts.ts'

/** What the words of a literal are worth without its signs; of `c++` nothing is left then. */
const WORDS_ALONE = 0.4
const TELLING_LENGTH = 3

/** What a literal is worth in a text that has its words. */
export function hasLiteral(sql: Statements, text: number, literal: string): number {
  const { content } = readText(sql, text)
  if (content.toLowerCase().replace(/\s+/g, ' ').includes(literal.replace(/\s+/g, ' '))) return 1
  return literal.replace(/[^\p{L}\p{N}]/gu, '').length < TELLING_LENGTH ? 0 : WORDS_ALONE
}
