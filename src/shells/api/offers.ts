import { COMMANDS } from '../../commands/all.ts'
import type { Command } from '../../commands/kit/command.ts'
import type { Shell } from '../../commands/kit/field.ts'
import { writesIn } from '../../commands/kit/offered.ts'

/** The commands that can be asked for over HTTP. */
export const HTTP_COMMANDS: readonly Command[] = COMMANDS.filter(({ offer }) => offer.http !== undefined)

/** The commands that are tools of an agent. */
export const TOOLS: readonly Command[] = COMMANDS.filter(({ offer }) => offer.mcp !== undefined)

/** What a command is asked for by over HTTP. */
export function apiName({ name, offer }: Pick<Command, 'name' | 'offer'>): string {
  return typeof offer.http === 'string' ? offer.http : name
}

/** What a tool is asked for by. */
export function toolName({ name, offer }: Pick<Command, 'name' | 'offer'>): string {
  return offer.mcp?.name ?? name
}

/** Whether it may change something, so that a program never asks for it by an address alone. */
export function mayWrite(shell: Exclude<Shell, 'cli'>, command: Pick<Command, 'writes' | 'captures'>): boolean {
  return writesIn(shell, command) || command.captures === true
}

/** The command that is asked for by this name over HTTP, if there is one. */
export function actionNamed(name: string): Command | undefined {
  return HTTP_COMMANDS.find((command) => apiName(command) === name)
}
