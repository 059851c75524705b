import { namesIn } from './prose/names.ts'

/** The names in a text that its source does not have: what who wrote it made up. */
export function addedNames(text: string, source: string): readonly string[] {
  const known = source.toLowerCase()
  return text
    .split('\n')
    .flatMap(namesIn)
    .filter(({ form, key }) => form !== 'quoted' && !known.includes(key))
    .map((name) => name.text)
}
