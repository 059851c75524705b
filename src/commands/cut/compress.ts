import { resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import type { Compressed } from '../../surgery/compress-session.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, flag, folder, list, text } from '../kit/field.ts'
import { session, WITH_MODEL } from '../kit/fields.ts'
import { number, object, oneOf, orNull, string } from '../kit/shape.ts'
import { GATES, ROUND_SPAN } from '../kit/shapes.ts'
import { plainText } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

export const compress = defineCommand({
  name: 'compress',
  topic: 'cut',
  summary: 'Compress rounds into a state and a prompt for a new session',
  about:
    'Writes a YAML file and a prompt for a new session. Both have the entries that somebody wrote about the rounds, the files, tests, commands and errors, and what was said, each with its round. The rounds stay in the record, and the compression becomes a compaction commit with a tag. You can describe the rounds in words instead of options.',
  writes: true,
  arguments: {
    words: list('a session, or the rounds to compress in words', { optional: true, standard: 'latest', only: ['cli'] }),
  },
  options: {
    mode: choice('the kind of compression', ['lossy', 'lossless'], { default: 'lossy', only: ['http'] }),
    lossy: flag('write state and prompt, which is the default', { only: ['cli'] }),
    lossless: flag('also write a full archive, a retrieval protocol and a machine-readable copy', { only: ['cli'] }),
    turns: text('rounds such as 16-35, or recent', {
      label: 'N-M',
      max: 40,
      standard: 'all since the last compression',
    }),
    context: text('earlier knowledge to take over: a tag, or words', { label: 'TAG|WORDS', words: true, max: 400 }),
    scope: text('only rounds about this topic', { label: 'TOPIC', words: true, max: 400 }),
    session: session({ summary: 'the session, if the words do not name it' }),
    model: WITH_MODEL,
    emergency: flag('compress now, even if a gate fails or nothing is new, and print the prompt', { only: ['cli'] }),
    allow_failing: flag('exit with 0 even if a gate fails', { only: ['cli'] }),
    out: folder('write to this folder', { standard: 'compressions in the folder of the record' }),
  },
  examples: [
    { command: 'stet compress latest', does: 'compresses the newest session of this folder' },
    {
      command: 'stet compress --lossless --turns 16-35 --context attention consciousness',
      does: 'compresses twenty rounds, with earlier decisions about these words',
    },
    { command: 'stet compress recent, bridge from the parser rewrite', does: 'asks for the same in words' },
  ],
  output: object({
    tag: string,
    mode: oneOf(['lossy', 'lossless']),
    session: string,
    turns: ROUND_SPAN,
    commit: orNull(string),
    files: object({ state: string, prompt: string, 'archive?': string, 'retrieval?': string }),
    gates: GATES,
    score: number,
    tokens_before: number,
    tokens_after: number,
    'prompt?': string,
  }),
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Brief', key: 'b', on: 'rounds', needs: 'nothing', form: ['turns', 'scope', 'context', 'mode'] },
  },
  async run(call) {
    const { compress } = await import('../../surgery/compress-session.ts')
    const { compressionsFolder } = await import('../../brief/compressions.ts')
    const { requestOf } = await import('../../brief/resolve-request.ts')
    const { input, dryRun, terminal } = call
    const opened = await call.workspace()
    if (call.storeDir === undefined) throw noFolder()
    const { words, lossy, turns, context, scope, emergency } = input
    const lossless = input.lossless || input.mode === 'lossless'
    const named = terminal || input.session === undefined ? input.session : (await call.session(input.session)).id
    const said = { lossy, lossless, turns, context, scope, session: named }
    const { session, request } = await requestOf(opened, words, said)
    const value = await compress(opened, session, request, {
      out: input.out === undefined ? compressionsFolder(call.storeDir) : resolve(opened.cwd, input.out),
      dryRun,
      ...(input.model && !emergency && { asks: (line: string) => terminal?.warn(ownWords(`${line}\n`)) }),
      again: emergency,
      resolved: ([from, to]) => {
        if (request.scope !== null || request.turns.kind === 'topics')
          terminal?.warn(ownWords(`Rounds ${from} to ${to}.\n`))
      },
    })
    const { prompt: _, ...printed } = value
    const failed = value.gates.some((gate) => !gate.pass) && !input.allow_failing && !emergency
    return {
      value,
      printed,
      failures: () => value.warnings.join('\n'),
      text: (screen, shown: typeof value) => compressedText(shown, screen, emergency),
      ...(failed && { exit: 2 }),
    }
  },
})

function noFolder(): Failure {
  return new Failure('usage', 'This server has no folder to write compressions to.', {
    hint: 'Run `stet compress` in a terminal.',
  })
}

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
