import { accessSync, constants, statSync } from 'node:fs'
import type { Exec } from '../../commands/kit/call.ts'
import { Failure } from '../../model/errors.ts'

/** Hands the terminal to another program and ends as that does. */
export async function execute({ command, cwd, env }: Exec): Promise<number> {
  const { spawnSync } = await import('node:child_process')
  const folder = { ...(mayEnter(cwd) && { cwd }), ...(env && { env: { ...process.env, ...env } }) }
  const [client] = command.split(' ')
  if (spawnSync('/bin/sh', ['-c', `command -v ${client}`], { stdio: 'ignore', ...folder }).status !== 0)
    throw clientMissing(client!, command)
  const { status, error } = spawnSync('/bin/sh', ['-c', command], { stdio: 'inherit', ...folder })
  if (error) throw error
  return status ?? 1
}

/** Of both only one can have stdout. */
export function execWithJson(): Failure {
  return new Failure('usage', '--exec gives the terminal to the client, and --json prints one JSON value there.', {
    hint: 'Leave --exec out, and run the command that `resume` names.',
  })
}

function clientMissing(client: string, command: string): Failure {
  return new Failure('client-missing', `${client} is not installed, or not in PATH.`, {
    facts: { client, resume: command },
    hint: `The new session exists. To continue it, run: ${command}`,
  })
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
