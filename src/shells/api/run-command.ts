import type { Answer, Call } from '../../commands/kit/call.ts'
import type { Command } from '../../commands/kit/command.ts'
import type { Shell } from '../../commands/kit/field.ts'
import { fieldsIn, isNeeded, nameIn } from '../../commands/kit/offered.ts'
import { type Problem, readFields } from '../../commands/kit/read-fields.ts'
import { Failure } from '../../model/errors.ts'
import type { Workspace } from '../../record/workspace.ts'
import { apiName, toolName } from './offers.ts'
import { commitOf, sessionOf, sessionsOf } from './session-of.ts'

type Given = Readonly<Record<string, unknown>>

/** Runs a command with what a program sent: input of another shape is a failure that says what is wrong with it. */
export async function runCommand(
  shell: Exclude<Shell, 'cli'>,
  command: Command,
  workspace: Workspace,
  sent: unknown,
): Promise<Answer> {
  const input = inputOf(shell, command, sent)
  const call: Call<Given> = {
    input,
    dryRun: input.dry_run === true,
    signal: workspace.signal ?? new AbortController().signal,
    progress: { update: () => undefined, clear: () => undefined },
    workspace: async () => workspace,
    session: (reference) => sessionOf(workspace, reference),
    sessions: (references) => sessionsOf(workspace, references),
    commit: (reference) => commitOf(workspace, reference),
    storeDir: workspace.storeDir,
    heard: () => undefined,
  }
  return command.run(call as never) // a command that is offered here asks for no terminal
}

/** The same for what HTTP offers, with its answer as a value. */
export async function runAction(command: Command, workspace: Workspace, sent: unknown): Promise<unknown> {
  return answeredValue(await runCommand('http', command, workspace, sent))
}

/** What is sent is an answer's value, with what only programs get, when all that goes with it is done. */
export async function answeredValue(answer: Answer): Promise<unknown> {
  if ('stream' in answer) throw new Error('bytes are no value')
  if ('items' in answer) {
    const values: string[] = []
    for await (const { value } of answer.items) values.push(JSON.stringify(value))
    return JSON.parse(`${answer.json[0]}${values.join(',')}${answer.json[1]}`)
  }
  await answer.afterwards?.()
  return answer.extra ? { ...(answer.value as object), ...(await answer.extra()) } : answer.value
}

/** What a program sent, read by the command's fields. */
export function inputOf(shell: Exclude<Shell, 'cli'>, command: Command, sent: unknown): Given {
  const offered = fieldsIn(shell, command)
  const names = new Map(Object.entries(offered).map(([name, field]) => [nameIn(shell, name, field), name]))
  const aliases = shell === 'mcp' ? (command.offer.mcp?.aliases ?? {}) : {}
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw refused(shell, command, [{ message: 'the input is an object with fields' }], names)
  const entries = Object.entries(sent).filter(([, value]) => value !== undefined)
  const known = (name: string) => names.get(aliases[name] ?? name)
  const unknown = entries.filter(([name]) => known(name) === undefined)
  const given = Object.fromEntries(entries.map(([name, value]) => [known(name) ?? name, value]))
  const missing = Object.entries(offered).filter(
    ([name, field]) => isNeeded(command, name, field) && given[name] === undefined,
  )
  const read = readFields(
    { ...command.arguments, ...command.options, ...offered },
    Object.fromEntries(Object.entries(given).filter(([name]) => name in offered)),
    (name, field) => nameIn(shell, name, field),
  )
  const problems = [
    ...missing.map(([name, field]) => ({ message: `${nameIn(shell, name, field)} is needed: ${field.summary}.` })),
    ...('problems' in read ? read.problems : []),
    ...unknown.map(([name]) => ({ message: `there is no field ${JSON.stringify(name.slice(0, 80))}.` })),
  ]
  if (problems.length > 0 || 'problems' in read) throw refused(shell, command, problems, names)
  return read.input
}

function refused(
  shell: Exclude<Shell, 'cli'>,
  command: Command,
  problems: readonly Problem[],
  names: ReadonlyMap<string, string>,
): Failure {
  const action = shell === 'mcp' ? toolName(command) : apiName(command)
  const known = [...names.keys(), ...(shell === 'mcp' && command.offer.mcp?.pages ? ['page'] : [])]
  const messages = problems.map(({ message }) => message.replace(/\.$/, ''))
  return new Failure('usage', `${action}: ${messages.slice(0, 3).join('; ')}.`, {
    facts: { action, problems: messages },
    hint: `It takes ${known.join(', ') || 'nothing'}.`,
  })
}
