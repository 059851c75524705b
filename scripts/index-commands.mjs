// Writes src/commands/all.ts, the list of every command: each file in a topic's folder defines one.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.mjs'

const COMMANDS = join(ROOT, 'src', 'commands')
const TARGET = join(COMMANDS, 'all.ts')
const DEFINITION = /^export const (\w+): Command = |^export const (\w+) = define(?:Terminal)?Command\(/gm

/** Makes the list again, where it is not what the folders say. */
export function indexCommands() {
  const found = readdirSync(COMMANDS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
    .flatMap(({ name: topic }) =>
      readdirSync(join(COMMANDS, topic))
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .sort((a, b) => (stem(a) < stem(b) ? -1 : 1))
        .map((file) => ({ path: `./${topic}/${file}`, exported: exportOf(`${topic}/${file}`) })),
    )
  const text = `// Made by scripts/index-commands.mjs from the files below; in no commit.
import type { Command } from './kit/command.ts'
${found.map(({ path, exported }, at) => `import { ${exported} as command${at} } from '${path}'`).join('\n')}

export const COMMANDS: readonly Command[] = [
${found.map((_, at) => `  command${at},`).join('\n')}
]
`
  if (existsSync(TARGET) && readFileSync(TARGET, 'utf8') === text) return
  writeFileSync(`${TARGET}.${process.pid}.tmp`, text)
  renameSync(`${TARGET}.${process.pid}.tmp`, TARGET)
}

/** `config` before `config-get`, as help lists them. */
function stem(file) {
  return file.slice(0, -'.ts'.length)
}

function exportOf(name) {
  const names = [...readFileSync(join(COMMANDS, name), 'utf8').matchAll(DEFINITION)].map(
    (match) => match[1] ?? match[2],
  )
  if (names.length !== 1) throw new Error(`src/commands/${name} defines ${names.length} commands; a file defines one`)
  return names[0]
}
