import { DOABLE } from './operations.ts'

/** What a key means in a session: what the page does itself, or `do:` and the name of an operation. */
export type SessionCommand =
  | 'back'
  | 'next'
  | 'previous'
  | 'extend-next'
  | 'extend-previous'
  | 'select'
  | 'select-all'
  | 'open'
  | 'tag'
  | 'untag'
  | 'undo'
  | 'find-next'
  | 'find-previous'
  | 'preview'
  | 'write'
  | `do:${string}`

const COMMANDS: Readonly<Record<string, SessionCommand>> = {
  j: 'next',
  k: 'previous',
  J: 'extend-next',
  K: 'extend-previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  'shift+ArrowDown': 'extend-next',
  'shift+ArrowUp': 'extend-previous',
  x: 'select',
  a: 'select-all',
  ' ': 'open',
  g: 'tag',
  G: 'untag',
  u: 'undo',
  n: 'find-next',
  N: 'find-previous',
  p: 'preview',
  Enter: 'write',
  ...Object.fromEntries(DOABLE.map(({ key, name }) => [key, `do:${name}` as const])),
}

/** Undefined where the key is meant for something else: a field, a dialog, a button that has the focus, the browser. */
export function sessionCommand(event: KeyboardEvent): SessionCommand | undefined {
  if (document.querySelector('dialog[open]')) return undefined
  if (event.key === 'Escape') return 'back'
  if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return undefined
  const focused = document.activeElement
  const isOnButton = focused instanceof HTMLButtonElement && !focused.closest('#rounds')
  if (isOnButton && (event.key === ' ' || event.key === 'Enter')) return undefined
  return COMMANDS[event.shiftKey && event.key.startsWith('Arrow') ? `shift+${event.key}` : event.key]
}

/** Whether a key is meant for a field that is written into, and not for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    target !== null &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(?:checkbox|button|radio)$/.test((target as HTMLInputElement).type)
  )
}
