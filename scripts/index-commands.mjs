// Writes src/commands/all.ts, the list of every command: each file in a topic's folder defines one. And by-word.ts, how each
// is loaded by itself: loading all of them takes longer than most commands.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.mjs'

const COMMANDS = join(ROOT, 'src', 'commands')
const DEFINITION = /^export const (\w+): Command = |^export const (\w+) = define(?:Terminal)?Command\(/gm

/** Makes the lists again, where they are not what the folders say. */
export function indexCommands() {
  const found = readdirSync(COMMANDS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
    .flatMap(({ name: topic }) =>
      readdirSync(join(COMMANDS, topic))
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .sort((a, b) => (stem(a) < stem(b) ? -1 : 1))
        .map((file) => ({ path: `./${topic}/${file}`, ...definedIn(`${topic}/${file}`) })),
    )
  put(
    'all.ts',
    `// Made by scripts/index-commands.mjs from the files below; in no commit.
import type { Command } from './kit/command.ts'
${found.map(({ path, exported }, at) => `import { ${exported} as command${at} } from '${path}'`).join('\n')}

export const COMMANDS: readonly Command[] = [
${found.map((_, at) => `  command${at},`).join('\n')}
]
`,
  )
  put(
    'by-word.ts',
    `// Made by scripts/index-commands.mjs from the files below; in no commit.
import type { Command } from './kit/command.ts'

/** How each command is loaded, after the first word of its name. */
export const BY_WORD: readonly (readonly [word: string, load: () => Promise<Command>])[] = [
${found.map(({ path, exported, word }) => `  ['${word}', async () => (await import('${path}')).${exported}],`).join('\n')}
]
`,
  )
}

/** `config` before `config-get`, as help lists them. */
function stem(file) {
  return file.slice(0, -'.ts'.length)
}

function put(name, text) {
  const target = join(COMMANDS, name)
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  writeFileSync(`${target}.${process.pid}.tmp`, text)
  renameSync(`${target}.${process.pid}.tmp`, target)
}

function definedIn(file) {
  const source = readFileSync(join(COMMANDS, file), 'utf8')
  const names = [...source.matchAll(DEFINITION)].map((match) => match[1] ?? match[2])
  if (names.length !== 1) throw new Error(`src/commands/${file} defines ${names.length} commands; a file defines one`)
  return { exported: names[0], word: /^ {2}name: '([^' ]*)/m.exec(source)[1] }
}
