/**
 * Reads the YAML that Stet writes: remarks in lines of their own, mappings by indentation, lists of one line an item, flow values. Anything else is an
 * error, so that what a test reads with it is plain YAML of that form.
 */
export function readYaml(text: string): unknown {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  let at = 0
  const value = mapping('')
  if (at < lines.length) throw new Error(`not YAML of this form: ${lines[at]}`)
  return value

  function mapping(indent: string): Record<string, unknown> {
    const found: Record<string, unknown> = {}
    for (;;) {
      const line = lines[at]
      const [, own, key, rest] = /^( *)([A-Za-z_][\w]*):(?: (.*))?$/.exec(line ?? '') ?? []
      if (own !== indent || key === undefined) return found
      if (key in found) throw new Error(`twice: ${key}`)
      at++
      found[key] =
        rest !== undefined
          ? flow(rest)
          : (lines[at] ?? '').startsWith(`${indent}  - `)
            ? list(`${indent}  - `)
            : mapping(`${indent}  `)
    }
  }

  function list(start: string): unknown[] {
    const items: unknown[] = []
    while (lines[at]?.startsWith(start)) items.push(flow(lines[at++]!.slice(start.length)))
    return items
  }
}

function flow(text: string): unknown {
  let at = 0
  const value = one('')
  if (at !== text.length) throw new Error(`not one value: ${text}`)
  return value

  function one(ends: string): unknown {
    if (text[at] === '"') {
      const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at)) ?? []
      if (quoted === undefined) throw new Error(`no end of the text: ${text}`)
      at += quoted.length
      return JSON.parse(quoted)
    }
    if (text[at] === '[') return items(']', () => one(',]'))
    if (text[at] === '{')
      return Object.fromEntries(
        items('}', () => {
          const [whole, key] = /^(\w+): /.exec(text.slice(at)) ?? []
          if (whole === undefined) throw new Error(`no key: ${text.slice(at)}`)
          at += whole.length
          return [key!, one(',}')] as const
        }),
      )
    let word = ''
    while (at < text.length && !ends.includes(text[at]!)) word += text[at++]
    if (/^-?\d+(?:\.\d+)?$/.test(word)) return Number(word)
    if (/[:#{}[\],&*!|>'"%`]/.test(word)) throw new Error(`must be quoted: ${word}`)
    return word === 'null' ? null : word === 'true' ? true : word === 'false' ? false : word
  }

  function items<T>(end: string, item: () => T): T[] {
    const found: T[] = []
    at++
    while (text[at] !== end) {
      found.push(item())
      if (text.startsWith(', ', at)) at += 2
      else if (text[at] !== end) throw new Error(`no ${end}: ${text}`)
    }
    at++
    return found
  }
}
