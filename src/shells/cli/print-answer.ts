import type { Answer, Environment } from '../../commands/kit/call.ts'
import { plainJson } from '../../text/plain-text.ts'
import { createScreen, type Screen } from '../../text/screen.ts'
import { interrupted } from './interruptible.ts'
import { ERR, OUT, write } from './output.ts'

/** Prints what a command answers, and returns the exit status. */
export async function printAnswer(
  answer: Answer,
  {
    json,
    environment,
    signal,
    pages = false,
  }: {
    readonly json: boolean
    readonly environment: Environment
    readonly signal?: AbortSignal
    /** Whether what is longer than the screen is printed page by page. */
    readonly pages?: boolean
  },
): Promise<number> {
  if ('stream' in answer) {
    const held: Uint8Array[] = []
    const decoder = environment.outIsTerminal ? new TextDecoder() : undefined // a terminal would act on bytes
    for await (const bytes of answer.stream) {
      if (signal?.aborted) throw interrupted()
      if (json) held.push(bytes)
      else write(OUT, decoder ? decoder.decode(bytes, { stream: true }) : bytes)
      await new Promise(setImmediate) // lets Ctrl-C be heard
    }
    if (json) write(OUT, Buffer.concat(held))
    return 0
  }
  if ('items' in answer) {
    const screen = screenOf(environment)
    const [before, after] = answer.json
    let many = 0
    for await (const item of answer.items) {
      if (signal?.aborted) throw interrupted()
      if (json) write(OUT, `${many === 0 ? before : ','}${plainJson(item.value)}`)
      else write(OUT, `${many === 0 ? '' : '\n'}${item.text(screen)}\n`)
      many++
      await new Promise(setImmediate) // lets Ctrl-C be heard
    }
    if (json) write(OUT, `${many === 0 ? before : ''}${after}\n`)
    else if (many === 0) write(OUT, `${answer.none}\n`)
    return 0
  }
  const text = json
    ? plainJson(answer.printed ?? answer.value, environment.outIsTerminal ? 2 : undefined)
    : answer.text(screenOf(environment))
  if (text !== '' && !(pages && (await paged(text, environment)))) write(OUT, `${text}\n`)
  const failures = json
    ? undefined
    : answer.failures?.(createScreen(environment, environment.errIsTerminal && environment.mayColor))
  if (failures) write(ERR, `${failures}\n`)
  return answer.exit ?? 0
}

/** Shows what is longer than the screen page by page; false where it is not, or cannot be. */
async function paged(text: string, { rows, pager }: Environment): Promise<boolean> {
  if (!rows || text.split('\n').length < rows) return false
  const { page } = await import('./page.ts')
  return page(text, pager)
}

export function screenOf(environment: Environment): Screen {
  return createScreen(environment, environment.outIsTerminal && environment.mayColor)
}
