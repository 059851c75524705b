const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Where a top-level field and its value stand in a line of JSON. */
interface Field {
  readonly key: number
  readonly start: number
  readonly end: number
}

/**
 * Replaces top-level fields of a JSON object by splicing bytes: everything else stays as it was, to the byte. Values
 * are given as JSON; a field that is not there is put at the front. The line must hold one whole object. `fields` are
 * those that were found in it already, if they were looked for.
 */
export function withFields(
  line: Buffer,
  values: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, Field> = topLevelFields(line, Object.keys(values)),
): Buffer {
  const edits = [...fields]
    .filter(([name]) => name in values)
    .map(([name, field]) => ({ ...field, text: values[name]! }))
    .sort((a, b) => a.start - b.start)
  const open = line.indexOf('{') + 1
  const missing = Object.keys(values).filter((name) => !fields.has(name))
  const pieces: Buffer[] = [line.subarray(0, open)]
  if (missing.length > 0) {
    const rest = isEmptyObject(line, open) ? '' : ','
    pieces.push(Buffer.from(missing.map((name) => `${JSON.stringify(name)}:${values[name]}`).join(',') + rest))
  }
  let at = open
  for (const { start, end, text } of edits) {
    pieces.push(line.subarray(at, start), Buffer.from(text))
    at = end
  }
  pieces.push(line.subarray(at))
  return Buffer.concat(pieces)
}

/** Finds the values of these fields of the outermost object; the last one counts where a name stands twice. */
export function topLevelFields(line: Buffer, names: readonly string[]): Map<string, Field> {
  const found = new Map<string, Field>()
  let at = line.indexOf('{') + 1
  while (at < line.length) {
    const keyStart = line.indexOf(QUOTE, at)
    if (keyStart === -1) break
    const keyEnd = stringEnd(line, keyStart)
    const name = keyIn(line.subarray(keyStart, keyEnd))
    const start = skipSpace(line, line.indexOf(0x3a, keyEnd) + 1)
    const end = valueEnd(line, start)
    if (names.includes(name)) found.set(name, { key: keyStart, start, end })
    at = skipSpace(line, end)
    if (line[at] !== COMMA) break
    at++
  }
  return found
}

/** A key may be written with escapes; it is the same key. */
function keyIn(quoted: Buffer): string {
  const text = quoted.toString('utf8')
  return quoted.includes(BACKSLASH) ? JSON.parse(text) : text.slice(1, -1)
}

/** Takes a top-level field out of a JSON object; everything else stays as it was, to the byte. */
export function withoutField(line: Buffer, name: string): Buffer {
  const field = topLevelFields(line, [name]).get(name)
  if (!field) return line
  const next = skipSpace(line, field.end)
  if (line[next] === COMMA) return Buffer.concat([line.subarray(0, field.key), line.subarray(next + 1)])
  const before = line.lastIndexOf(COMMA, field.key)
  const isOnly = before < line.indexOf('{')
  return Buffer.concat([line.subarray(0, isOnly ? field.key : before), line.subarray(field.end)])
}

function isEmptyObject(line: Buffer, open: number): boolean {
  return line[skipSpace(line, open)] === 0x7d
}

function skipSpace(line: Buffer, from: number): number {
  let at = from
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0a || line[at] === 0x0d) at++
  return at
}

/** The byte behind the string that opens at `start`. */
function stringEnd(line: Buffer, start: number): number {
  for (let quote = line.indexOf(QUOTE, start + 1); quote !== -1; quote = line.indexOf(QUOTE, quote + 1)) {
    let slashes = 0
    while (line[quote - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return quote + 1
  }
  return line.length
}

function valueEnd(line: Buffer, start: number): number {
  if (line[start] === QUOTE) return stringEnd(line, start)
  let depth = 0
  for (let at = start; at < line.length; at++) {
    const byte = line[at]
    if (byte === QUOTE) at = stringEnd(line, at) - 1
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (byte === 0x2c || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d))
      return at
  }
  return line.length
}
