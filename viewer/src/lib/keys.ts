import { DOABLE } from './operations.ts'

/** Every key of the page, for its help. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['⌘K', 'find anything, do anything'],
  ['/', 'filter this list'],
  ['j  k', 'next round, round before'],
  ['J  K', 'extend the selection, as Shift with an arrow or a click'],
  ['x', 'select the round, or not'],
  ['space', 'open and close the round'],
  ...DOABLE.map(({ key, about }) => [key, about[0]!.toLowerCase() + about.slice(1)] as const),
  ['a', 'select all rounds'],
  ['n  N', 'to the next words that were looked for, to those before'],
  ['g  G', 'tag the selection, untag it'],
  ['p', 'preview again'],
  ['enter', 'write what is previewed'],
  ['u', 'undo: says what was done to this session last, then takes it back'],
  ['esc', 'leave the preview, clear the selection'],
  ['?', 'these keys'],
]
