import { COMMANDS } from '../../commands/all.ts'
import { type Command, TOPICS } from '../../commands/kit/command.ts'
import type { Fields } from '../../commands/kit/field.ts'
import { argumentsIn, optionsIn } from '../../commands/kit/offered.ts'
import { shapeText } from '../../commands/kit/shape.ts'
import { FAILURES } from '../../model/errors.ts'
import { argumentForm, fieldSummary, fullName, GLOBAL_OPTIONS, optionForm, usageOf } from './usage.ts'

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
  const topics = Object.entries(TOPICS).flatMap(([topic, about]) => {
    const members = commands.filter((command) => command.topic === topic && command.offer.cli === true)
    return [`## ${sentence(topic).slice(0, -1)}`, sentence(about), ...members.map(section)]
  })
  return `${[
    '# Commands',
    'Made by the build from the files of `src/commands`; do not edit.',
    `${bullets(GLOBAL_OPTIONS)}\n\nThese options belong to every command. With \`--json\` a command prints exactly one JSON value; a failure is \`{"error":{"code","message","hint","facts"}}\`.`,
    ...topics,
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
  const args = Object.entries(argumentsIn('cli', command)).map(
    ([name, field]) => `- \`${argumentForm(command, name, field)}\`: ${fieldSummary(field)}`,
  )
  const own = optionsIn('cli', command)
  return [
    `### ${fullName(command)}`,
    `${sentence(command.summary)}${command.about ? ` ${command.about}` : ''}`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...(args.length + Object.keys(own).length > 0
      ? [[...args, ...(Object.keys(own).length > 0 ? [bullets(own)] : [])].join('\n')]
      : []),
    `\`\`\`sh\n${command.examples.map(({ command: line, does }) => `${line}  # ${does}`).join('\n')}\n\`\`\``,
    `JSON: \`${shapeText(command.output)}\`${command.outputNote ? ` ${command.outputNote}` : ''}`,
  ].join('\n\n')
}

function bullets(options: Fields): string {
  return Object.entries(options)
    .map(([name, field]) => `- \`${optionForm(name, field)}\`: ${fieldSummary(field)}`)
    .join('\n')
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
