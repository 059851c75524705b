import { join, resolve } from 'node:path'
import type { Compressed } from '../../../../actions/digest/compress.ts'
import { defineCommand } from '../../command.ts'
import { ERR, write } from '../../output.ts'
import { plainText } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'

export const compressCommand = defineCommand({
  name: 'compress',
  group: 'Digest',
  summary: 'rounds compressed into a state and a prompt to go on from',
  about:
    'Writes what the rounds came to, without a model: task, rules, decisions, facts, files, tests, errors and open threads, each with its round, as YAML and as a prompt for a new session. Everything stays in the record; the compression is a compaction commit with a tag. What was said may be given in words instead of options.',
  writes: true,
  arguments: {
    words: { summary: 'a session, or what to compress in words; latest unless given', optional: true, many: true },
  },
  options: {
    lossy: { summary: 'state and prompt; the default' },
    lossless: { summary: 'with a full archive, a retrieval protocol and a machine-readable copy' },
    turns: { summary: 'rounds as 16-35, or recent; all since the last compression unless given', value: 'N-M' },
    context: { summary: 'what to take over from before: a tag, or words', value: 'TAG|WORDS', words: true },
    scope: { summary: 'only what is about this', value: 'TOPIC', words: true },
    session: { summary: 'the session, where the words say something else', value: 'SESSION' },
    model: { summary: 'have the configured model write the prompt; see stet config' },
    emergency: { summary: 'at once, whatever the gates say, and also where nothing is new; prints the prompt' },
    'allow-failing': { summary: 'exit with 0 even where a gate fails' },
    out: { summary: 'the folder to write to, instead of one in the record', value: 'DIR', complete: 'file' },
  },
  examples: [
    { command: 'stet compress latest', does: 'the newest session of this folder' },
    {
      command: 'stet compress --lossless --turns 16-35 --context attention consciousness',
      does: 'twenty rounds, with what was decided before about that',
    },
    { command: 'stet compress recent, bridge from the parser rewrite', does: 'the same in words' },
  ],
  json: '{tag,mode,commit,files:{state,prompt,archive?,retrieval?},gates:[{name,pass,evidence}],tokens_before,tokens_after}',
  async run({ args, options, dryRun, environment, storeDir, workspace }) {
    const { compress } = await import('../../../../actions/digest/compress.ts')
    const { requestOf } = await import('../../../../actions/digest/request-of.ts')
    const opened = await workspace()
    const { session, request } = await requestOf(opened, args.words, options)
    const out = options.out === undefined ? join(storeDir, 'compressions') : resolve(environment.cwd, options.out)
    const { prompt, ...value } = await compress(opened, session, request, {
      out,
      dryRun,
      enriches: options.model && !options.emergency,
      again: options.emergency,
      resolved: ([from, to]) => {
        if (request.scope !== null || request.turns.kind === 'topics') write(ERR, `Rounds ${from} to ${to}.\n`)
      },
    })
    const failed = value.gates.some((gate) => !gate.pass) && !options['allow-failing'] && !options.emergency
    return {
      value,
      failures: () => value.warnings.join('\n'),
      text: (screen) => compressedText({ ...value, prompt }, screen, options.emergency),
      ...(failed && { exit: 2 }),
    }
  },
})

function compressedText(value: Compressed, screen: Screen, isEmergency: boolean): string {
  const failed = value.gates.filter((gate) => !gate.pass)
  return [
    `${screen.bold(value.tag)}  rounds ${value.turns.join(' to ')}, ${value.tokens_before} → ${value.tokens_after} tokens, probes ${value.score} of 5`,
    `state   ${screen.path(value.files.state)}`,
    `prompt  ${screen.path(value.files.prompt)}`,
    ...(value.files.archive === undefined ? [] : [`archive ${screen.path(value.files.archive)}`]),
    ...failed.map((gate) => screen.red(`gate failed: ${gate.name}: ${plainText(gate.evidence)}`)),
    ...(isEmergency
      ? ['', plainText(value.prompt), 'Start a new session and give it the text above.']
      : value.start === null
        ? []
        : ['', `Go on from it in a new session: ${value.start}`]),
  ].join('\n')
}
