import type { Workspace } from '../../record/workspace.ts'
import type { Call } from '../kit/call.ts'
import { defineCommand } from '../kit/command.ts'
import { int, text } from '../kit/field.ts'
import { string } from '../kit/shape.ts'

/** With `search` the pair that skills written for episodic-memory expect: there a path, here a reference does too. */
export const readTranscript = defineCommand({
  name: 'read transcript',
  topic: 'find',
  summary: 'Read a session that `search` found, as a conversation',
  arguments: {
    path: text('SESSION:47, SESSION:3-9, a session, or the path of its transcript', { max: 4096 }),
  },
  options: {
    startLine: int('the first line of the answer to give', { min: 1 }),
    endLine: int('the last line of the answer to give', { min: 1 }),
  },
  examples: [],
  output: string,
  offer: {
    mcp: {
      name: 'read',
      fields: ['path', 'startLine', 'endLine'],
      pages: true,
    },
  },
  async run(call) {
    const { path, startLine, endLine } = call.input
    const text = await conversation(call, await call.workspace(), path)
    const value =
      startLine === undefined && endLine === undefined
        ? text
        : text
            .split('\n')
            .slice((startLine ?? 1) - 1, endLine)
            .join('\n')
    return { value, text: (_, shown: typeof value) => shown }
  },
})

/** Nobody reads here what is exact. */
const MASKED = { mayBeExact: async () => false }

async function conversation(
  { session: named }: Pick<Call<unknown>, 'session'>,
  workspace: Workspace,
  path: string,
): Promise<string> {
  const { inject } = await import('../../read/inject.ts')
  const { resolveRef } = await import('../../record/naming/resolve-ref.ts')
  if (/:(?:[\d,\s-]+|all)$/.test(path))
    return (await inject(workspace, await resolveRef(workspace, path, undefined, (_, one) => named(one)), MASKED)).text
  const { blockText } = await import('../../record/reading/block-text.ts')
  const { show } = await import('../../read/show.ts')
  const session = await named(path)
  const { rounds } = await show(workspace, session, {
    kinds: ['user-text', 'assistant-text', 'tool_use'],
    mayBeExact: async () => false,
  })
  return rounds
    .map(({ round, started, blocks }) => {
      const said = blocks.map((block) => `${block.role}: ${blockText(block)}`).filter(Boolean)
      return `## ${session.id}:${round} ${started ?? ''}\n\n${said.join('\n\n')}`
    })
    .join('\n\n')
}
