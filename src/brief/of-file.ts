import { matches, topicWords } from './topics.ts'

/** Those of the file that is asked about: by its path or name, with or without its ending; else by the words its path has. */
export function ofFile<T>(items: readonly T[], about: string, pathOf: (item: T) => string): readonly T[] {
  const names = about
    .toLowerCase()
    .split(/[\s"'`]+/)
    .filter(Boolean)
  if (names.length === 0) return items
  const named = items.filter((item) => {
    const path = pathOf(item).toLowerCase().replaceAll('\\', '/')
    return names.some((name) => isNamed(path, name.replace(/^\.\//, '').replaceAll('\\', '/')))
  })
  if (named.length > 0) return named
  const words = topicWords(about)
  const most = Math.max(1, ...items.map((item) => matches(pathOf(item), words)))
  return items.filter((item) => matches(pathOf(item), words) === most)
}

function isNamed(path: string, name: string): boolean {
  const bare = path.replace(/(?<=[^/])\.\w+$/, '')
  return [path, bare].some((one) => one === name || one.endsWith(`/${name}`))
}
