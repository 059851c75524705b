import type { Command } from '../../commands/kit/command.ts'
import { apiName } from '../api/offers.ts'

/** Where a command is asked for: `/api/ctx/history`. */
export function pathOf(command: Pick<Command, 'name' | 'offer'>): string {
  return `/api/${apiName(command).replaceAll(' ', '/')}`
}
