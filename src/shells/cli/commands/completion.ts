import { Failure } from '../../../model/errors.ts'
import { nearest } from '../../../model/nearest.ts'
import { defineCommand, WORD_KINDS } from '../command.ts'

const SHELL_NAMES = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand({
  name: 'completion',
  group: 'Shell',
  summary: 'the script that lets your shell complete stet',
  arguments: { shell: { summary: SHELL_NAMES.join(', '), complete: SHELL_NAMES, optional: true } },
  options: {
    words: {
      summary: 'print what the record has of a kind, a line each, as the scripts ask for it',
      value: 'KIND',
      choices: WORD_KINDS,
    },
  },
  examples: [
    { command: 'source <(stet completion bash)', does: 'completes in this shell' },
    { command: 'stet completion zsh > ~/.zfunc/_stet', does: 'completes in every zsh, with ~/.zfunc in $fpath' },
    { command: 'stet completion fish > ~/.config/fish/completions/stet.fish', does: 'completes in every fish' },
  ],
  json: '{shell,script}; with --words [word]',
  async run({ args, options, workspace }) {
    const kind = WORD_KINDS.find((known) => known === options.words)
    if (kind) {
      const { completionsOf } = await import('../../../actions/read/completions-of.ts')
      const value = await completionsOf(await workspace({ onlyLooks: true }), kind)
      return { value, text: () => value.join('\n') }
    }
    const shell = SHELL_NAMES.find((known) => known === args.shell)
    if (!shell) {
      throw new Failure(
        'usage',
        `There is no completion for ${JSON.stringify((args.shell ?? '').slice(0, 40))}; there is for ${SHELL_NAMES.join(', ')}.`,
        {
          hint: `stet completion ${nearest(args.shell ?? '', SHELL_NAMES) ?? 'bash'}`,
        },
      )
    }
    const [{ completionScript }, { COMMANDS }] = await Promise.all([import('../completion.ts'), import('./index.ts')])
    const script = completionScript(shell, COMMANDS)
    return { value: { shell, script }, text: () => script.trimEnd() }
  },
})
