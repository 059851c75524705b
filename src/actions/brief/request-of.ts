import { type CompressRequest, DEFAULT_REQUEST, parseTrigger, turnsOf } from '../../brief/request.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { resolveSession } from '../resolve-session.ts'
import type { Workspace } from '../workspace.ts'

interface Given {
  readonly lossy?: boolean
  readonly lossless?: boolean
  readonly turns?: string | undefined
  readonly context?: string | undefined
  readonly scope?: string | undefined
  readonly session?: string | undefined
}

/** The session and the request that words and options mean: the words are a session, a request in plain words, or both. */
export async function requestOf(
  workspace: Workspace,
  words: readonly string[],
  given: Given,
): Promise<{ readonly session: Session; readonly request: CompressRequest }> {
  if (given.lossy && given.lossless)
    throw new Failure('usage', 'A compression is either --lossy or --lossless.', { hint: 'Leave one of the two out.' })
  const named = given.session ?? (await sessionIn(workspace, words))
  const said = (given.session === undefined && named !== undefined ? words.slice(1) : words).join(' ')
  const trigger = said === '' ? DEFAULT_REQUEST : (parseTrigger(said) ?? parseTrigger(`compress ${said}`))
  if (!trigger) {
    throw new Failure('usage', `${JSON.stringify(said.slice(0, 80))} is neither a session nor something to compress.`, {
      hint: 'For example: stet compress latest --turns recent, or stet compress recent, bridge from WORDS',
    })
  }
  return {
    session: await resolveSession(workspace, named ?? 'latest'),
    request: {
      ...trigger,
      ...(given.lossless && { mode: 'lossless' }),
      ...(given.turns !== undefined && { turns: turnsOf(given.turns) }),
      ...(given.context !== undefined && { context: given.context }),
      ...(given.scope !== undefined && { scope: given.scope }),
    },
  }
}

/** What can only be the name of a session: most of an id, a path, the newest. */
const NAME = /^(?:latest|[0-9a-f]{6,}[\w-]*|.*\/.*|.*\.jsonl)$/i

/** The first word where it names a session. */
async function sessionIn(workspace: Workspace, words: readonly string[]): Promise<string | undefined> {
  const [first] = words
  if (first === undefined) return undefined
  const said = words.join(' ')
  if (!NAME.test(first) && (parseTrigger(said) ?? parseTrigger(`compress ${said}`))) return undefined
  try {
    await resolveSession(workspace, first)
    return first
  } catch (error) {
    if (words.length > 1 && isFailure(error, 'session-not-found')) return undefined
    throw error
  }
}
