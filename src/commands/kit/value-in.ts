import { type Field, NamedFile } from './field.ts'

type Value = { readonly value: unknown } | { readonly problem: string }

/** What words of a command line, or of an address, say for a field: numbers, lists and names with texts out of text. */
export function valueIn(field: Field, given: string | readonly string[] | true): Value {
  if (given === true) return { value: true }
  const words = typeof given === 'string' ? [given] : given
  switch (field.kind) {
    case 'int':
    case 'number':
      return { value: numberIn(words.at(-1)!) }
    case 'list':
      if (field.joined) return { value: words.length === 0 ? [] : [words.join(' ')] }
      return { value: field.commas ? words.flatMap((word) => word.split(',').map((part) => part.trim())) : words }
    case 'map':
      return mapIn(words)
    case 'content':
      return { value: new NamedFile(words.at(-1)!) }
    default:
      return { value: words.at(-1)! }
  }
}

/** What is no number stays text, and is refused as that. */
function numberIn(text: string): number | string {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function mapIn(words: readonly string[]): Value {
  const entries = words.map((word) => /^([^=]*)=(.*)$/s.exec(word))
  const wrong = words.find((_, at) => !entries[at])
  if (wrong !== undefined) return { problem: `takes NAME=VALUE, not ${JSON.stringify(wrong.slice(0, 80))}` }
  const names = entries.map((match) => match![1]!)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { problem: `names ${JSON.stringify(twice.slice(0, 80))} twice` }
  return { value: Object.fromEntries(entries.map((match) => [match![1]!, match![2]!])) }
}
