import type { CompletedShell } from '../../commands/care/completion.ts'
import type { Command } from '../../commands/kit/command.ts'
import { type Field, type WordKind, wordKindOf } from '../../commands/kit/field.ts'
import { argumentsIn, nameIn } from '../../commands/kit/offered.ts'
import { optionForm, optionsOf } from './usage.ts'

/** The script that teaches a shell to complete `stet`, made from the definitions. */
export function completionScript(shell: CompletedShell, commands: readonly Command[]): string {
  const named = commands.filter(({ name, offer }) => name !== '' && offer.cli === true)
  switch (shell) {
    case 'bash':
      return bash(named)
    case 'zsh':
      return zsh(named)
    case 'fish':
      return fish(named)
    default:
      return shell satisfies never
  }
}

/** The words that may be the first, with the summary of the command or of the first one below it. */
function firstWords(commands: readonly Command[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const command of commands) {
    const [first, second] = command.name.split(' ')
    if (second === undefined || !words.has(first!)) words.set(first!, command.summary)
  }
  return words
}

/** What may come after a first word: second words, then the words its arguments name, then options. */
function wordsAfter(
  first: string,
  commands: readonly Command[],
): {
  readonly words: readonly string[]
  readonly kinds: readonly WordKind[]
  /** By how they are written after `--`. */
  readonly options: readonly [string, Field][]
} {
  const words: string[] = []
  const kinds = new Set<WordKind>()
  const options = new Map<string, Field>()
  for (const command of commands) {
    const [own, second] = command.name.split(' ')
    if (own !== first) continue
    if (second !== undefined) words.push(second)
    for (const field of Object.values(argumentsIn('cli', command))) {
      words.push(...(valuesOf(field) ?? []))
      const kind = field.complete === 'file' ? undefined : wordKindOf(field)
      if (kind) kinds.add(kind)
    }
    for (const [name, field] of Object.entries(optionsOf(command))) options.set(nameIn('cli', name, field), field)
  }
  return { words, kinds: [...kinds], options: [...options] }
}

function valuesOf(field: Field): readonly string[] | undefined {
  if ('choices' in field && field.choices) return field.choices
  return typeof field.complete === 'object' ? field.complete : undefined
}

function labelOf(name: string, field: Field): string {
  return optionForm(name, field).split(' ')[1]?.toLowerCase() ?? ''
}

function bash(commands: readonly Command[]): string {
  const words = [...firstWords(commands).keys()]
  const cases = words.map((word) => {
    const { words: more, kinds, options } = wordsAfter(word, commands)
    const values = options.flatMap(([name, option]) => {
      const known = valuesOf(option)
      return known ? [`      --${name}) COMPREPLY=($(compgen -W '${known.join(' ')}' -- "$cur")); return ;;`] : []
    })
    const flags = [...more, ...options.map(([name]) => `--${name}`)].join(' ')
    return `    ${word})
      case "$prev" in
${[...values, '      --store|--out) COMPREPLY=($(compgen -f -- "$cur")); return ;;'].join('\n')}
      esac
      words='${flags}'${kinds.map((kind) => `" $(stet completion --words ${kind} 2>/dev/null)"`).join('')} ;;`
  })
  return `# Completion of stet for bash. Put it where bash reads it:
#   stet completion bash > ~/.local/share/bash-completion/completions/stet
_stet() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      --store) ((at++)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[at]}"; break ;;
    esac
  done
  case "$command" in
    '') words='${[...words, '--help', '--version', '--json', '--store', '--no-color'].join(' ')}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -n "$command" && "$cur" != -* ]] && COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _stet stet
`
}

function zsh(commands: readonly Command[]): string {
  const described = [...firstWords(commands)].map(([word, summary]) => `    ${quote(`${word}:${summary}`)}`)
  const cases = [...firstWords(commands).keys()].map((word) => {
    const { words, kinds, options } = wordsAfter(word, commands)
    const specs = options.map(([name, option]) => {
      const summary = option.summary.replace(/[[\]:]/g, ' ')
      if (option.kind === 'flag') return quote(`--${name}[${summary}]`)
      const known = valuesOf(option)
      return quote(`--${name}=[${summary}]:${labelOf(name, option)}:${known ? `(${known.join(' ')})` : '_files'}`)
    })
    const known = [...words, ...kinds.map((kind) => `$(stet completion --words ${kind} 2>/dev/null)`)].join(' ')
    const rest = known === '' ? quote('*:file:_files') : `"*:word:(${known})"`
    return `    ${word}) _arguments ${[...specs, rest].join(' \\\n        ')} ;;`
  })
  return `#compdef stet
# Completion of stet for zsh. Put it in a folder of $fpath:
#   stet completion zsh > ~/.zfunc/_stet
_stet() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _stet stet
`
}

function fish(commands: readonly Command[]): string {
  const lines = [...firstWords(commands)].flatMap(([word, summary]) => {
    const after = `-n ${quote(`__fish_seen_subcommand_from ${word}`)}`
    const { words, kinds, options } = wordsAfter(word, commands)
    return [
      `complete -c stet -n __fish_use_subcommand -f -a ${word} -d ${quote(summary)}`,
      ...(words.length > 0 ? [`complete -c stet ${after} -f -a ${quote(words.join(' '))}`] : []),
      ...kinds.map((kind) => `complete -c stet ${after} -a '(stet completion --words ${kind} 2>/dev/null)'`),
      ...options.map(([name, option]) => {
        const known = valuesOf(option)
        const value = option.kind === 'flag' ? '' : known ? ` -x -a ${quote(known.join(' '))}` : ' -r'
        return `complete -c stet ${after} -l ${name}${value} -d ${quote(option.summary)}`
      }),
    ]
  })
  return `# Completion of stet for fish. Put it where fish reads it:
#   stet completion fish > ~/.config/fish/completions/stet.fish
${lines.join('\n')}
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
