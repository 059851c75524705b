import { defineCommand, SESSION } from '../../command.ts'
import { plainText } from '../../plain-text.ts'
import { wrap } from '../../table.ts'

/** Scores go on under the first one. */
const INDENT = 8

export const probeCommand = defineCommand({
  name: 'probe',
  group: 'Digest',
  summary: 'how much of a session a summary of it still holds',
  about:
    'Asks of a text what a reader would have to know: rules, facts, errors, files, decisions, open threads. Scores six dimensions from 0 to 5 without a model, names what is missing and the round that has it, and exits with 2 where the score is too low or a changed file is not named.',
  writes: true,
  arguments: { session: SESSION },
  options: {
    summary: { summary: 'the text to grade; the last compression unless given', value: 'FILE', complete: 'file' },
    turns: { summary: 'the rounds it is about; those of the compression, or all, unless given', value: 'N-M' },
    repair: { summary: 'add what is missing to the text' },
    out: { summary: 'where the repaired text goes, instead of over the file', value: 'FILE', complete: 'file' },
    threshold: { summary: 'the least overall score; 3.5 unless given', value: 'N' },
    model: { summary: 'have the configured model grade it too; it must pass both' },
  },
  examples: [
    { command: 'stet probe latest', does: 'grades the last compression' },
    { command: 'stet probe latest --summary summary.md --repair', does: 'grades a text and adds what it misses' },
  ],
  json: '{overall,dimensions:{accuracy,context_awareness,artifact_trail,completeness,continuity,instruction_following},probes:[{type,question,expected,found,round}],verdict:{by,overall,dimensions}|null}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { probe } = await import('../../../../actions/digest/probe.ts')
    const { Failure } = await import('../../../../model/errors.ts')
    const threshold = options.threshold === undefined ? undefined : Number(options.threshold)
    if (threshold !== undefined && !(threshold >= 0 && threshold <= 5)) {
      throw new Failure('usage', '--threshold is a number from 0 to 5.', {
        hint: 'For example: stet probe latest --threshold 4',
      })
    }
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await probe(opened, session, { ...options, threshold, dryRun, isJudged: options.model })
    const missed = value.probes.filter((one) => one.missing.length > 0)
    return {
      value,
      text: (screen) =>
        [
          `${screen.bold(`${value.overall} of 5`)}  ${wrap(
            Object.entries(value.dimensions)
              .map(([name, score]) => `${name} ${score}`)
              .join(' · '),
            screen.columns - INDENT,
          ).join(`\n${' '.repeat(INDENT)}`)}`,
          ...(value.verdict === null ? [] : [`${value.verdict.overall} of 5 by ${plainText(value.verdict.by)}`]),
          ...missed
            .slice(0, 20)
            .map((one) => `missing: ${plainText(one.missing.join(', '))}  stet inject ${session.id}:${one.round}`),
          ...(missed.length > 20 ? [`and ${missed.length - 20} more; see --json`] : []),
          ...(value.repaired === null ? [] : [`repaired: ${screen.path(value.repaired)}`]),
        ].join('\n'),
      ...(!value.pass && { exit: 2 }),
    }
  },
})
