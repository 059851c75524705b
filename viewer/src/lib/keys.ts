/** Whether a key is meant for a field that is written into, and not for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    target !== null &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(?:checkbox|button|radio)$/.test((target as HTMLInputElement).type)
  )
}

export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['⌘K', 'find anything, do anything'],
  ['/', 'filter this list'],
  ['j  k', 'next round, round before'],
  ['J  K', 'extend the selection, as Shift with an arrow or a click'],
  ['x', 'select the round, or not'],
  ['space', 'open and close the round'],
  ['t', 'trim long tool results'],
  ['c', 'compress what is before the selection'],
  ['d', 'drop the selection'],
  ['e', 'extract the selection, or an engagement'],
  ['s', 'split into workstreams'],
  ['m', 'merge with other sessions'],
  ['h', 'shrink to a size'],
  ['r', 'revive: what is old as an index'],
  ['o', 'roll over to a fresh session'],
  ['b', 'brief: a prompt to go on from'],
  ['a', 'select all rounds'],
  ['g  G', 'tag the selection, untag it'],
  ['p', 'preview again'],
  ['enter', 'write what is previewed'],
  ['u', 'undo the last operation'],
  ['esc', 'leave the preview, clear the selection'],
  ['?', 'these keys'],
]
