import type { Answer, Environment, Item } from '../../commands/kit/call.ts'
import { plainJson } from '../../commands/kit/text/plain-text.ts'
import { createScreen, type Screen } from '../../commands/kit/text/screen.ts'
import { type Masked, ownWords, type Passed, reshaped } from '../../model/passed.ts'
import { maskedValue, maskingValue } from '../../redaction/masked-value.ts'
import { maskedNote, maskedText } from '../../redaction/without-secrets.ts'
import { interrupted } from '../process/interruptible.ts'
import { ERR, OUT, write } from '../process/output.ts'

interface Printing {
  readonly json: boolean
  readonly environment: Environment
  readonly signal?: AbortSignal
  /** Whether what is longer than the screen is printed page by page. */
  readonly pages?: boolean
}

/** Prints what a command answers, secrets masked unless the answer is exact, and returns the exit status. */
export async function printAnswer(answer: Answer, printing: Printing): Promise<number> {
  const rules = new Set<string>()
  const status = await ('stream' in answer
    ? printStream(answer, printing)
    : 'items' in answer
      ? printItems(answer, printing, rules)
      : printValue(answer, printing, rules))
  if (rules.size > 0)
    write(
      ERR,
      reshaped(maskedNote(rules), (note) => `${note}\n`),
    )
  return status
}

async function printStream(
  { stream }: Extract<Answer, { stream: unknown }>,
  { json, environment, signal }: Printing,
): Promise<number> {
  const held: Passed[] = []
  const decoder = environment.outIsTerminal ? new TextDecoder() : undefined // a terminal would act on bytes
  for await (const piece of stream) {
    if (signal?.aborted) throw interrupted()
    if (json) held.push(piece)
    else write(OUT, piece, decoder)
    await new Promise(setImmediate) // lets Ctrl-C be heard
  }
  for (const piece of held) write(OUT, piece)
  return 0
}

async function printItems(
  answer: Extract<Answer, { items: unknown }>,
  { json, environment, signal }: Printing,
  rules: Set<string>,
): Promise<number> {
  const screen = screenOf(environment)
  const [before, after] = answer.json
  let many = 0
  for await (const item of answer.items) {
    if (signal?.aborted) throw interrupted()
    const text = await passedText({ ...item, exact: answer.exact }, json ? undefined : screen, rules)
    write(OUT, json ? ownWords(many === 0 ? before : ',') : ownWords(many === 0 ? '' : '\n'))
    write(OUT, text)
    if (!json) write(OUT, ownWords('\n'))
    many++
    await new Promise(setImmediate) // lets Ctrl-C be heard
  }
  if (json) write(OUT, ownWords(`${many === 0 ? before : ''}${after}\n`))
  else if (many === 0) write(OUT, ownWords(`${answer.none}\n`))
  return 0
}

async function printValue(
  answer: Extract<Answer, { value: unknown }>,
  { json, environment, pages = false }: Printing,
  rules: Set<string>,
): Promise<number> {
  const given = json ? { ...answer, value: answer.printed ?? answer.value } : answer
  const indent = environment.outIsTerminal ? 2 : undefined
  const text = await passedText(given, json ? undefined : screenOf(environment), rules, indent)
  if (text !== '' && !(pages && (await paged(text, environment)))) {
    write(OUT, text)
    write(OUT, ownWords('\n'))
  }
  const failures = json
    ? undefined
    : answer.failures?.(createScreen(environment, environment.errIsTerminal && environment.mayColor))
  if (failures)
    write(
      ERR,
      reshaped(await maskedText(failures), (failed) => `${failed}\n`),
    )
  return answer.exit ?? 0
}

/** A value as JSON, or as text where there is a screen. Texts are made of what is masked already: half a secret is known no more. */
async function passedText(
  { value, text, exact }: Item & { readonly exact?: ((text: string) => Passed & string) | undefined },
  screen: Screen | undefined,
  rules: Set<string>,
  indent?: number,
): Promise<Passed & string> {
  if (exact) return exact(screen ? text(screen, value as never) : plainJson(value, indent))
  const shown = await maskingValue(value)
  for (const rule of shown.rules) rules.add(rule)
  if (!screen) return reshaped<unknown>(shown.value, (masked) => plainJson(masked, indent))
  return maskedText(text(screen, shown.value as never))
}

/** Shows what is longer than the screen page by page; false where it is not, or cannot be. */
async function paged(text: Passed & string, { rows, pager }: Environment): Promise<boolean> {
  if (!rows || text.split('\n').length < rows) return false
  const { page } = await import('./page.ts')
  return page(text, pager)
}

export function screenOf(environment: Environment): Screen {
  return createScreen(environment, environment.outIsTerminal && environment.mayColor)
}

/** What went wrong, as JSON. */
export async function maskedJson(value: unknown): Promise<Masked> {
  return reshaped<unknown>(await maskedValue(value), (masked) => `${plainJson(masked)}\n`)
}

/** What a command says while it works, or why it could not. */
export async function printed(text: string): Promise<Masked> {
  return reshaped(await maskedText(text), (one) => `${one}\n`)
}
