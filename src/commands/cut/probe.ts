import { defineTerminalCommand } from '../kit/command.ts'
import { file, flag, number, text } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { byName, list, number as numberShape, object, orNull, string } from '../kit/shape.ts'
import { plainText } from '../kit/text/plain-text.ts'
import { wrap } from '../kit/text/table.ts'

/** Scores go on under the first one. */
const INDENT = 8

export const probe = defineTerminalCommand({
  name: 'probe',
  topic: 'cut',
  summary: 'Grade how much of a session a summary of it keeps',
  about:
    'Looks in the text for the numbers, names and paths of the entries, files, tests, commits and errors of the session, in whatever words or language it is. It scores six dimensions from 0 to 5 without a model, lists what is missing with its round, and exits with 2 if the score is too low or a changed file is not named.',
  writes: true,
  arguments: { session: session() },
  options: {
    summary: file('the text to grade', { standard: 'the last compression' }),
    turns: text('the rounds that it summarizes', { label: 'N-M', standard: 'those of the compression, or all' }),
    repair: flag('add the missing parts to the text'),
    out: file('write the repaired text here', { standard: 'over the file' }),
    threshold: number('the lowest overall score that passes', { max: 5, standard: '3.5' }),
    model: flag('have the configured model grade it too; the text must pass both'),
  },
  examples: [
    { command: 'stet probe latest', does: 'grades the last compression' },
    { command: 'stet probe latest --summary summary.md --repair', does: 'grades a text and adds what it misses' },
  ],
  output: object({
    overall: numberShape,
    dimensions: object({
      accuracy: numberShape,
      context_awareness: numberShape,
      artifact_trail: numberShape,
      completeness: numberShape,
      continuity: numberShape,
      instruction_following: numberShape,
    }),
    probes: list(
      object({ type: string, question: string, expected: list(string), found: list(string), round: numberShape }),
    ),
    verdict: orNull(object({ by: string, overall: numberShape, dimensions: byName(numberShape) })),
  }),
  async run(call) {
    const { probe } = await import('../../brief/probe.ts')
    const { input, dryRun } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const { session: _, model, ...options } = input
    const value = await probe(opened, session, { ...options, dryRun, isJudged: model })
    const missed = value.probes.filter((one) => one.missing.length > 0)
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          `${screen.bold(`${shown.overall} of 5`)}  ${wrap(
            Object.entries(shown.dimensions)
              .map(([name, score]) => `${name} ${score}`)
              .join(' · '),
            screen.columns - INDENT,
          ).join(`\n${' '.repeat(INDENT)}`)}`,
          ...(shown.verdict === null ? [] : [`${shown.verdict.overall} of 5 by ${plainText(shown.verdict.by)}`]),
          ...missed
            .slice(0, 20)
            .map((one) => `missing: ${plainText(one.missing.join(', '))}  stet inject ${session.id}:${one.round}`),
          ...(missed.length > 20 ? [`and ${missed.length - 20} more; see --json`] : []),
          ...(shown.repaired === null ? [] : [`repaired: ${screen.path(shown.repaired)}`]),
        ].join('\n'),
      ...(!value.pass && { exit: 2 }),
    }
  },
})
