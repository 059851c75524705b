import { type TestCommand, testCommand } from '../../model/test-command.ts'

/** Languages by how their files end. */
const LANGUAGES: readonly (readonly [language: string, ending: RegExp])[] = [
  ['js', /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|scss|html)$/],
  ['py', /\.(?:pyi?|ipynb)$/],
  ['go', /\.go$|(?:^|\/)go\.(?:mod|sum)$/],
  ['rs', /\.rs$/],
  ['rb', /\.(?:rb|erb|rake)$/],
  ['php', /\.php$/],
  ['jvm', /\.(?:java|kt|kts|scala|groovy)$/],
  ['net', /\.(?:cs|fs|vb|csproj)$/],
  ['ex', /\.exs?$/],
  ['swift', /\.(?:swift|m|mm)$/],
  ['c', /\.(?:c|h|cc|cpp|hpp|cxx)$/],
]
/** What each runner tests; those that are not here may test anything. */
const TESTED: Readonly<Record<string, string>> = {
  pytest: 'py',
  unittest: 'py',
  tox: 'py',
  vitest: 'js',
  jest: 'js',
  mocha: 'js',
  ava: 'js',
  playwright: 'js',
  cypress: 'js',
  'node --test': 'js',
  'deno test': 'js',
  'bun test': 'js',
  'npm test': 'js',
  'go test': 'go',
  'cargo test': 'rs',
  maven: 'jvm',
  gradle: 'jvm',
  'dotnet test': 'net',
  rspec: 'rb',
  minitest: 'rb',
  phpunit: 'php',
  'mix test': 'ex',
  'swift test': 'swift',
  ctest: 'c',
}
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt|png|jpe?g|svg|gif|pdf)$|(?:^|\/)(?:LICENSE|\.gitignore)$/

/** Words that leave a run one of all tests: folders of tests, everything below, and what runners and scripts are called. */
const ALL =
  /^(?:\.\/?|(?:\.\/)?\.\.\.|(?:\.\/)?(?:tests?|specs?|__tests__|src|unit|lib)\/?|run|tests?|t|check|verify|clean|install|package|build|exec|-+|[\d.]+\w?)$/
/** Options whose next word chooses tests, and those whose next word chooses none. */
const CHOOSING =
  /^(?:-k|-t|-g|-R|-n|-p|-w|-m|-?-run|--grep|--filter|--testNamePattern|--testPathPattern|--package|--project|--test|--prefix|--workspace|workspace)$/
const SETTING =
  /^(?:-c|-C|-e|-j|-o|--?tags|--config|--reporter|--test-dir|--?timeout|--maxfail|--workers|--tb|--color|--features|--target)$/

/** Whether a run of tests tells something of a file: it names it or its folder, or runs all tests of its language. */
export function coversFile(command: string, path: string): boolean {
  const test = testCommand(command)
  if (!test || DOCUMENT.test(path)) return false
  const language = LANGUAGES.find(([, ending]) => ending.test(path))?.[0]
  const tested = TESTED[test.runner]
  if (language !== undefined && tested !== undefined && language !== tested) return false
  const chosen = chosenIn(test)
  return chosen.length === 0 || chosen.some((word) => isAbout(word, path))
}

/** The words of a run that choose some of the tests. */
function chosenIn({ words, runner }: TestCommand): readonly string[] {
  const own = runner.split(' ').at(-1)
  const start = words.findIndex((word) => word === own || /(?:^|[/:_-])tests?(?:[:._-]|$)|check/.test(word))
  return words.flatMap((word, at) => {
    if (at !== start && CHOOSING.test(words[at - 1] ?? '')) return [word]
    const option = /^(--?[\w-]+)(?:=(.*))?$/.exec(word)
    if (option) return option[2] !== undefined && CHOOSING.test(option[1]!) ? [option[2]] : []
    return at <= Math.max(0, start) || ALL.test(word) || SETTING.test(words[at - 1]!) ? [] : [word]
  })
}

const TESTS_OF = /^test[_-]|[._-]?(?:tests?|specs?)$/
const NO_FOLDER = /^(?:|tests?|specs?|__tests__|src|unit|lib)$/

/** Whether words that choose tests name a file: by its name, or by a folder that is in its path. */
function isAbout(words: string, path: string): boolean {
  const parts = path.toLowerCase().split(/[/\\]/)
  const stem = parts
    .pop()!
    .replace(/\.\w+$/, '')
    .replace(TESTS_OF, '')
  const asked = words.toLowerCase().replace(/::.*$/, '')
  if (stem.length > 2 && plain(asked).includes(plain(stem))) return true
  const named = asked.replace(/\.(?:[cm]?[jt]sx?|py|go|rb|php|exs?|rs|java|kt)$/, '').split(/[/.]+/)
  const last = named.findLast((part) => !NO_FOLDER.test(part))?.replace(TESTS_OF, '') ?? ''
  return last.length > 2 && parts.includes(last)
}

function plain(words: string): string {
  return words.replaceAll(/[_-]/g, '')
}
