import { type TestCommand, testCommand } from '../../model/test-command.ts'
import { shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import type { FileFact } from './facts.ts'
import type { ChangedFile } from './files-of.ts'

/** Languages by how their files end, with their test runners; runners that are not here may test anything. */
const LANGUAGES: readonly (readonly [ending: RegExp, runners: string])[] = [
  [
    /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|scss|html)$/,
    'vitest, jest, mocha, ava, playwright, cypress, node --test, deno test, bun test, npm test',
  ],
  [/\.(?:pyi?|ipynb)$/, 'pytest, unittest, tox'],
  [/\.go$|(?:^|\/)go\.(?:mod|sum)$/, 'go test'],
  [/\.rs$/, 'cargo test'],
  [/\.(?:rb|erb|rake)$/, 'rspec, minitest'],
  [/\.(?:php)$/, 'phpunit'],
  [/\.(?:java|kt|kts|scala|groovy)$/, 'maven, gradle'],
  [/\.(?:cs|fs|vb|csproj)$/, 'dotnet test'],
  [/\.exs?$/, 'mix test'],
  [/\.(?:swift|m|mm)$/, 'swift test'],
  [/\.(?:c|h|cc|cpp|hpp|cxx)$/, 'ctest'],
]
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt|png|jpe?g|svg|gif|pdf)$|(?:^|\/)(?:LICENSE|\.gitignore)$/

/** Words that leave a run one of all tests: folders of tests, everything below, and what runners and scripts are called. */
const ALL =
  /^(?:\.\/?|(?:\.\/)?\.\.\.|(?:\.\/)?(?:tests?|specs?|__tests__|src|unit|lib)\/?|run|tests?|t|check|verify|clean|install|package|build|exec|-+|[\d.]+\w?)$/
/** Options whose value chooses tests by name or by where they are, and those whose value chooses none. */
const BY_NAME = /^(?:-k|-t|-g|-R|-n|-?-run|--grep|--testNamePattern|--test)$/
const BY_PLACE = /^(?:-p|-w|-m|--filter|--testPathPattern|--package|--project|--prefix|--workspace|workspace)$/
const SETTING =
  /^(?:-c|-C|-e|-j|-o|--?tags|--config|--reporter|--test-dir|--?timeout|--maxfail|--workers|--tb|--color|--features|--target)$/

/** The file that is asked about, with what its changes are about. */
type Asked = Pick<FileFact, 'path' | 'symbols'>

/** So many of the last test runs are asked about a file. */
const LAST = 40

/** Files with the last test run after their last change: one that names the file, else one of all of its folder. */
export function withTests(files: readonly ChangedFile[], deeds: readonly Deed[]): readonly FileFact[] {
  const runs = deeds
    .filter(({ test }) => test && test.outcome !== 'unknown')
    .slice(-LAST)
    .reverse()
    .flatMap((deed) => {
      const command = testCommand(deed.did.act.command!)
      return command ? [{ deed, command }] : []
    })
  return files.map(({ fact, place }) => {
    const isThere = fact.state !== 'deleted' && fact.state !== 'reverted'
    const after = runs.filter(({ deed }) => isThere && deed.place > place && isFor(deed, fact.path))
    const covers = after.map(({ deed, command }) => ({ deed, cover: coverOf(command, fact) }))
    const last = covers.find(({ cover }) => cover === 'named') ?? covers.find(({ cover }) => cover === 'all')
    if (!last) return { ...fact, tested: null }
    const { test, did, round } = last.deed
    const outcome = test!.outcome as 'passed' | 'failed'
    return { ...fact, tested: { outcome, command: shownCommand(did.act.command!), round } }
  })
}

/** Whether a run is of the folder that a file is in, as far as both are known. */
function isFor({ ran, folder }: Deed, path: string): boolean {
  const of = ran.at(-1)?.folder ?? folder
  return !of.startsWith('/') || !path.startsWith('/') || path.startsWith(`${of}/`)
}

/**
 * How much a run of tests tells of a file: `named` where it names the file, or a test that names something of it; `all`
 * where it runs all tests of its folder or language; null where it tells nothing.
 */
export function coverOf(test: TestCommand, file: Asked): 'named' | 'all' | null {
  if (DOCUMENT.test(file.path)) return null
  const language = LANGUAGES.find(([ending]) => ending.test(file.path))
  const tested = LANGUAGES.find(([, runners]) => runners.split(', ').includes(test.runner))
  if (language && tested && language !== tested) return null
  const { names, places } = chosenIn(test)
  if ([...names, ...places].some((words) => isNamed(words, file))) return 'named'
  if (names.length > 0) return null
  return places.length === 0 || places.some((words) => isBelow(file.path, words)) ? 'all' : null
}

/** The words of a run that choose some of the tests: by their names, or by where they are. */
function chosenIn({ words, runner }: TestCommand) {
  const own = runner.split(' ').at(-1)
  const start = words.findIndex((word) => word === own || /(?:^|[/:_-])tests?(?:[:._-]|$)|check/.test(word))
  const names: string[] = []
  const places: string[] = []
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    const [, option, value] = /^(--?[\w-]+)(?:=(.*))?$/.exec(word) ?? []
    const [chooser, chosen] = option === undefined ? [before, word] : [option, value]
    if (chosen === undefined || at === start) continue
    if (BY_NAME.test(chooser)) names.push(chosen)
    else if (BY_PLACE.test(chooser)) places.push(chosen)
    else if (option === undefined && at > Math.max(0, start) && !ALL.test(word) && !SETTING.test(before))
      places.push(word)
  }
  return { names, places }
}

const TESTS_OF = /^test[_-]|[._-]?(?:tests?|specs?)$/
const NO_FOLDER = /^(?:|tests?|specs?|__tests__|src|unit|lib)$/

function isNamed(words: string, { path, symbols }: Asked): boolean {
  const asked = plain(words.replace(/::.*$/, ''))
  const stem = path
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .replace(TESTS_OF, '')
  const names = [...(stem.length > 2 ? [stem] : []), ...symbols.filter((name) => name.length > 5)]
  return names.some((name) => asked.includes(plain(name)))
}

/** Whether a file is in a folder that has the name by which tests are chosen. */
function isBelow(path: string, words: string): boolean {
  const bare = words.toLowerCase().replace(/::.*$/, '')
  const named = bare.replace(/\.(?:[cm]?[jt]sx?|py|go|rb|php|exs?|rs|java|kt)$/, '').split(/[/.]+/)
  const last = named.findLast((part) => !NO_FOLDER.test(part)) ?? ''
  const folders = path.toLowerCase().split(/[/\\]/).slice(0, -1)
  return last.length > 2 && (folders.includes(last) || folders.includes(last.replace(TESTS_OF, '')))
}

function plain(words: string): string {
  return words.toLowerCase().replaceAll(/[_-]/g, '')
}
