import type { Action } from '../api/action.ts'

/** Where an action is asked for: `/api/ctx/history`. */
export function pathOf({ name }: Pick<Action, 'name'>): string {
  return `/api/${name.replaceAll(' ', '/')}`
}
