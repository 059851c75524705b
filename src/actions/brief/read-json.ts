import { Failure } from '../../model/errors.ts'
import { readInput } from '../ctx/read-input.ts'
import type { Workspace } from '../workspace.ts'

/** The JSON in a file that somebody named, or `-` for what comes on standard input. A fence around it is no part of it. */
export async function readJson(
  workspace: Workspace,
  path: string,
  stdin: () => AsyncIterable<Uint8Array>,
): Promise<unknown> {
  const chunks: Uint8Array[] = []
  if (path === '-') for await (const chunk of stdin()) chunks.push(chunk)
  else chunks.push(await readInput(workspace, path))
  const text = Buffer.concat(chunks).toString('utf8')
  const value = jsonIn(text)
  if (typeof value === 'object' && value !== null) return value
  throw new Failure('usage', `${path === '-' ? 'Standard input' : `The file ${path}`} is not JSON with entries.`, {
    facts: { path },
    hint: 'Run `stet handoff` to see the form.',
  })
}

/** The object or list that a text holds, whatever is said before and after it; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (from === -1 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}
