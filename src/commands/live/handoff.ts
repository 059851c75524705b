import type { HandedOver, WhatToWrite } from '../../brief/hand-over.ts'
import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, file, flag, items } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { plainText } from '../kit/text/plain-text.ts'

const REFUSED = list(object({ id: string, text: string, why: string }))
const QUESTIONS = list(object({ id: string, ask: string }))

export const handoff = defineCommand({
  name: 'handoff',
  topic: 'live',
  summary: 'Write down what a session means, as entries that are checked against the record',
  about:
    'Without entries it prints the instruction, the form, what holds now, and the rounds that nothing was written of. Entries that the record does not support are refused, each with the reason; then it asks for what may be missing. What was accepted is kept and carried over. With --model, a model writes them: the one in the settings, else the client of the session, without its tools.',
  writes: true,
  arguments: { session: session({ optional: true, default: 'latest' }) },
  options: {
    file: file('the entries as JSON; - for standard input'),
    entries: items('entries in the form', { only: ['http'] }),
    skip: items('rounds without an entry', { only: ['http'] }),
    answers: items('answers to questions', { only: ['http'] }),
    by: choice('who wrote the entries', ['agent', 'user'], { default: 'agent', only: ['cli', 'http'] }),
    model: flag('have a model write the entries', { only: ['cli', 'http'] }),
  },
  examples: [
    { command: 'stet handoff', does: 'prints what is needed to write entries of the session' },
    { command: 'stet handoff --file entries.json', does: 'checks entries and keeps what the record supports' },
    { command: 'stet handoff 40e785a0 --model', does: 'has a model write entries of an old session' },
  ],
  output: object({
    session: string,
    'accepted?': list(string),
    'refused?': REFUSED,
    'questions?': QUESTIONS,
    'printed_chars?': number,
    'through?': number,
    'last?': number,
    'from?': number,
    'to?': number,
    'instruction?': string,
    'form?': string,
    'current?': list(string),
    'facts?': list(string),
    'words?': list(string),
    'tokens?': number,
    'requests?': number,
    'by?': string,
  }),
  outputNote: 'Without entries: what to write them from. With entries: what became of them.',
  offer: {
    cli: true,
    http: true,
    mcp: {
      about: 'Call it without entries first; then send them in the form it gives.',
      fields: ['session', 'entries', 'skip', 'answers'],
      defaults: { session: 'latest' },
      pages: true,
    },
  },
  async run(call) {
    const { input, dryRun } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    if (input.model) {
      const { askForEntries } = await import('../../brief/ask-for-entries.ts')
      const say = (line: string) => call.terminal?.warn(ownWords(line))
      const value = await askForEntries(opened, session, { dryRun, say })
      return { value, text: (_, shown: typeof value) => handedOverText(shown) }
    }
    const sent = input.file ? await sentIn(input.file) : sentOver(input)
    if (sent === undefined) {
      const { whatToWrite } = await import('../../brief/hand-over.ts')
      const value = await whatToWrite(opened, session)
      return { value, text: (_, shown: typeof value) => plainText(toWriteText(shown)) }
    }
    const { handOver } = await import('../../brief/hand-over.ts')
    const inside = await opened.inside?.()
    if (input.by === 'user' && inside) {
      throw new Failure('usage', '--by user is for entries that a person wrote, but an agent runs this command.', {
        hint: 'Leave --by out.',
      })
    }
    const name = input.by === 'user' ? opened.user : (inside?.client ?? session.client)
    const value = await handOver(opened, session, sent, {
      writer: input.by === 'user' ? 'user' : 'agent',
      name,
      dryRun,
    })
    return { value, text: (_, shown: typeof value) => handedOverText(shown) }

    async function sentIn(path: string): Promise<unknown> {
      const { readJson } = await import('../../brief/hand-over.ts')
      return readJson(opened, path, call.terminal!.environment.stdin)
    }
  },
})

/** What a program sent, in the form; undefined where it sent nothing. */
function sentOver(input: {
  readonly entries?: readonly unknown[] | undefined
  readonly skip?: readonly unknown[] | undefined
  readonly answers?: readonly unknown[] | undefined
}): unknown {
  const { entries, skip, answers } = input
  return entries || skip || answers ? { entries: entries ?? [], skip: skip ?? [], answers: answers ?? [] } : undefined
}

function toWriteText({ session, from, to, last, ...rest }: WhatToWrite): string {
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${heading}`, ...lines]
  if (from > to && rest.current.length > 0)
    return [
      `Entries of session ${session} are written up to its last round, ${last}.`,
      ...section('What holds', rest.current),
    ].join('\n')
  const more = to < last ? `, of ${last}: the rest is given when these are written` : ''
  return [
    `Session ${session}, rounds ${from} to ${to}${more}.`,
    '',
    rest.instruction,
    '',
    '## The form',
    rest.form,
    `Send it with the tool handoff, or with \`stet handoff ${session} --file FILE\`.`,
    ...section('What holds', rest.current),
    ...section('What was done', rest.facts),
    ...section('What was said', rest.words),
  ].join('\n')
}

function handedOverText(value: HandedOver): string {
  const { accepted, refused, questions, printed_chars: chars, through, last } = value
  return plainText(
    [
      `${accepted.length} accepted${accepted.length > 0 ? `: ${accepted.join(', ')}` : ''}. What holds takes ${chars} characters.`,
      ...(refused.length === 0
        ? []
        : [
            '',
            'Refused; mend these once and send them alone:',
            ...refused.map(({ id, why }) => `- ${id || 'one'}: ${why}.`),
          ]),
      ...(questions.length === 0
        ? []
        : ['', 'Asked, once; answer by id:', ...questions.map(({ id, ask }) => `- ${id}: ${ask}`)]),
      ...(through < last ? ['', `Rounds ${through + 1} to ${last} are next: call handoff without entries.`] : []),
    ].join('\n'),
  )
}
