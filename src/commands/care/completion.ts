import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { choice, WORD_KINDS } from '../kit/field.ts'
import { either, list, object, string } from '../kit/shape.ts'

export const COMPLETED_SHELLS = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof COMPLETED_SHELLS)[number]

export const completion = defineTerminalCommand({
  name: 'completion',
  topic: 'care',
  summary: 'Print the script that lets your shell complete stet',
  arguments: { shell: choice('the shell', COMPLETED_SHELLS, { optional: true }) },
  options: {
    words: choice('print the names of this kind in the record, one per line; the scripts use it', WORD_KINDS, {
      label: 'KIND',
    }),
  },
  examples: [
    { command: 'source <(stet completion bash)', does: 'completes in this shell' },
    { command: 'stet completion zsh > ~/.zfunc/_stet', does: 'completes in every zsh, with ~/.zfunc in $fpath' },
    { command: 'stet completion fish > ~/.config/fish/completions/stet.fish', does: 'completes in every fish' },
  ],
  output: either(object({ shell: string, script: string }), list(string)),
  outputNote: 'With --words it is the list.',
  async run({ input: { shell, words }, shells, workspace }) {
    if (words !== undefined) {
      const { completionsOf } = await import('../../read/completions-of.ts')
      const value = await completionsOf(await workspace({ onlyLooks: true }), words)
      return { value, text: (_, shown: typeof value) => shown.join('\n') }
    }
    if (shell === undefined) {
      throw new Failure('usage', `\`stet completion\` needs a shell: ${COMPLETED_SHELLS.join(', ')}.`, {
        hint: 'stet completion bash',
      })
    }
    const script = await shells.completionScript(shell)
    return { value: { shell, script }, exact: ownWords, text: () => script.trimEnd() }
  },
})
