import type { Summarizer } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import { mask } from '../../redaction/mask.ts'
import { ensureSummarizerMark } from '../record/summarizer-mark.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'

/** Says to hooks that this session is the summarizer's own, so that it is never captured. */
const IN_ENVIRONMENT = 'STET_SUMMARIZER'
const LIMIT_MS = 300_000
/** No answer that is of use is as long. */
const MOST_BYTES = 1 << 20
const TOO_LONG = `its answer is longer than ${MOST_BYTES} bytes`

/** A command that is given the instructions and the text, and prints what it writes. */
export function askCommand(workspace: Workspace, command: string, name: string): Summarizer {
  const { cwd, signal } = workspace
  return asked(name, workspace, async (instructions, text) => {
    const { status, isLong, output, answer } = await runCommand(
      `${IN_ENVIRONMENT}=1; export ${IN_ENVIRONMENT}; ${command}`,
      {
        cwd,
        limitMs: LIMIT_MS,
        mostBytes: MOST_BYTES,
        input: `${ensureSummarizerMark(workspace)} ${instructions}\n\n${text}`,
        isQuiet: true,
        signal,
      },
    )
    if (isLong) throw new Error(TOO_LONG)
    const last = output.toString('utf8').trim().split('\n').at(-1)!.trim()
    if (status !== 0) throw new Error(`it ended with ${status}${await inBrackets(last)}`)
    return answer.toString('utf8')
  })
}

/** How one kind of server is asked, and where its answer is. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (instructions: string, text: string) => unknown
  readonly answer: (reply: unknown) => unknown
}

/** A model behind HTTP. Where it is moved to is not followed: the key is for this server alone. */
export function askServer(workspace: Workspace, { name, url, headers, body, answer }: Server): Summarizer {
  const { signal } = workspace
  return asked(name, workspace, async (instructions, text, late) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body(instructions, text)),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    const reply = jsonIn(await textOf(response))
    if (!response.ok)
      throw new Error(`it answered ${response.status}${await inBrackets(at(reply, 'error', 'message'))}`)
    return answer(reply)
  })
}

/** What a value has along these keys, as far as it has the shape. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce((one, key) => (one as Readonly<Record<string, unknown>> | null | undefined)?.[key], value)
}

/** The object or list that a text holds, whatever is said before and after it; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return from === -1 ? undefined : JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}

export function unavailable(name: string, why: string): Failure {
  return new Failure('summarizer-unavailable', `${name} cannot be used: ${why}.`, {
    hint: 'Leave --model out to do without one.',
  })
}

/** A model that is asked so, with secrets masked in what it gets. It answers in time and says something, or cannot be used. */
function asked(
  name: string,
  { signal }: Workspace,
  ask: (instructions: string, text: string, late: AbortSignal) => Promise<unknown>,
): Summarizer {
  return {
    name,
    async write(instructions, text) {
      const late = AbortSignal.timeout(LIMIT_MS)
      try {
        const answer = await ask(instructions, (await mask(text)).text, late)
        if (typeof answer === 'string' && answer.trim() !== '') return answer
        throw new Error('its answer has no text')
      } catch (error) {
        if (!signal?.aborted)
          throw unavailable(name, late.aborted ? `it took longer than ${LIMIT_MS / 1000} s` : whyOf(error as Error))
        throw new Failure('interrupted', `Stopped while waiting for ${name}.`, {
          hint: 'Run the same command again when you like.',
        })
      }
    },
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error(TOO_LONG) // leaving the loop hangs up
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What was said of a failure, which may quote what was sent. */
async function inBrackets(said: unknown): Promise<string> {
  return typeof said === 'string' && said !== '' ? ` (${(await mask(said.slice(0, 200))).text})` : ''
}

/** What fetch itself says of a failure is nothing; its cause tells. */
function whyOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
