import { Failure } from '../../../model/errors.ts'
import { nearest } from '../../../model/nearest.ts'
import { defineCommand } from '../command.ts'

const SHELL_NAMES = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand({
  name: 'completion',
  group: 'Shell',
  summary: 'the script that lets your shell complete stet',
  arguments: { shell: { summary: SHELL_NAMES.join(', '), complete: SHELL_NAMES } },
  options: {},
  examples: [
    { command: 'source <(stet completion bash)', does: 'completes in this shell' },
    { command: 'stet completion zsh > ~/.zfunc/_stet', does: 'completes in every zsh, with ~/.zfunc in $fpath' },
    { command: 'stet completion fish > ~/.config/fish/completions/stet.fish', does: 'completes in every fish' },
  ],
  json: '{shell,script}',
  async run({ args }) {
    const shell = SHELL_NAMES.find((known) => known === args.shell)
    if (!shell) {
      throw new Failure(
        'usage',
        `There is no completion for ${JSON.stringify(args.shell.slice(0, 40))}; there is for ${SHELL_NAMES.join(', ')}.`,
        {
          hint: `stet completion ${nearest(args.shell, SHELL_NAMES) ?? 'bash'}`,
        },
      )
    }
    const [{ completionScript }, { COMMANDS }] = await Promise.all([import('../completion.ts'), import('./index.ts')])
    const script = completionScript(shell, COMMANDS)
    return { value: { shell, script }, text: () => script.trimEnd() }
  },
})
