import { FAILURES } from '../../model/errors.ts'
import {
  argumentForm,
  type Command,
  fullName,
  GLOBAL_OPTIONS,
  GROUPS,
  type Options,
  optionForm,
  optionSummary,
  ownOptions,
  usageOf,
} from './command.ts'
import { COMMANDS } from './commands/index.ts'

const EXITS: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [1, 'failed'],
  [2, 'a quality gate failed'],
  [3, 'ambiguous; the candidates are listed'],
  [4, 'nothing to do'],
  [64, 'wrong usage'],
  [130, 'stopped with Ctrl-C'],
]

/** The page docs/cli.md, made from the definitions the commands run by. */
export function cliDocs(commands: readonly Command[] = COMMANDS): string {
  const groups = GROUPS.flatMap((group) => {
    const members = commands.filter((command) => command.group === group)
    return members.length === 0 ? [] : [`## ${group}`, ...members.map(section)]
  })
  return `${[
    '# Commands',
    'Made by `npm run docs` from the definitions in `src/shells/cli/commands`; do not edit.',
    `${bullets(GLOBAL_OPTIONS)}\n\nThese options belong to every command. With \`--json\` a command prints exactly one JSON value; a failure is \`{"error":{"code","message","hint","facts"}}\`.`,
    ...groups,
    '## Exit status',
    table(
      ['status', 'means'],
      EXITS.map(([exit, means]) => [String(exit), means]),
    ),
    '## Failures',
    table(
      ['code', 'exit', 'trying again may help'],
      Object.entries(FAILURES).map(([code, { exit, retry }]) => [`\`${code}\``, String(exit), retry ? 'yes' : 'no']),
    ),
  ].join('\n\n')}\n`
}

function section(command: Command): string {
  const args = Object.entries(command.arguments).map(
    ([name, argument]) => `- \`${argumentForm(name, argument)}\`: ${argument.summary}`,
  )
  const own = ownOptions(command)
  return [
    `### ${fullName(command)}`,
    `${sentence(command.summary)}${command.about ? ` ${command.about}` : ''}`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...(args.length + Object.keys(own).length > 0
      ? [[...args, ...(Object.keys(own).length > 0 ? [bullets(own)] : [])].join('\n')]
      : []),
    `\`\`\`sh\n${command.examples.map(({ command: line, does }) => `${line}  # ${does}`).join('\n')}\n\`\`\``,
    `JSON: \`${command.json}\``,
  ].join('\n\n')
}

function bullets(options: Options): string {
  return Object.entries(options)
    .map(([name, option]) => `- \`${optionForm(name, option)}\`: ${optionSummary(option)}`)
    .join('\n')
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
