const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Where a top-level field and its value are in a line of JSON. */
export interface Field {
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
  return spliced(line, fieldSplices(line, values, fields))
}

/** What `withFields` does, to be done together with other splices. */
export function fieldSplices(
  line: Buffer,
  values: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, Field>,
): readonly Splice[] {
  const splices: Splice[] = []
  const missing: string[] = []
  for (const [name, text] of Object.entries(values)) {
    const field = fields.get(name)
    if (field) splices.push({ start: field.start, end: field.end, text })
    else missing.push(`${JSON.stringify(name)}:${text}`)
  }
  if (missing.length === 0) return splices
  const open = line.indexOf('{') + 1
  const rest = isEmptyObject(line, open) ? '' : ','
  return [...splices, { start: open, end: open, text: missing.join(',') + rest }]
}

/** Finds the values of these fields of the outermost object; the last one counts where a name is there twice. */
export function topLevelFields(line: Buffer, names: readonly string[]): Map<string, Field> {
  const found = new Map<string, Field>()
  eachField(line, line.indexOf('{'), (name, field) => {
    if (names.includes(name)) found.set(name, field)
  })
  return found
}

/**
 * Goes through the fields of the object that opens at `open` and returns the byte after it. `enter` is asked first and
 * may go through a value itself, and then says where that ends: so that what is nested is read once.
 */
export function eachField(
  line: Buffer,
  open: number,
  visit: (name: string, field: Field) => void,
  enter: (name: string, start: number) => number | undefined = () => undefined,
): number {
  let at = open + 1
  while (at < line.length) {
    const key = skipSpace(line, at)
    if (line[key] !== QUOTE) break
    const keyEnd = stringEnd(line, key)
    const name = keyIn(line, key, keyEnd)
    const start = skipSpace(line, line.indexOf(0x3a, keyEnd) + 1)
    const end = enter(name, start) ?? valueEnd(line, start)
    visit(name, { key, start, end })
    at = skipSpace(line, end)
    if (line[at] !== COMMA) break
    at++
  }
  return skipSpace(line, at) + 1
}

/** Goes through the items of the array that opens at `open` and returns the byte after it; `visit` says where one ends. */
export function eachItem(line: Buffer, open: number, visit: (start: number) => number | undefined): number {
  let at = skipSpace(line, open + 1)
  while (at < line.length && line[at] !== 0x5d) {
    at = skipSpace(line, visit(at) ?? valueEnd(line, at))
    if (line[at] === COMMA) at = skipSpace(line, at + 1)
  }
  return at + 1
}

/** A key may be written with escapes; it is the same key. */
function keyIn(line: Buffer, start: number, end: number): string {
  const plain = line.toString('latin1', start + 1, end - 1)
  return /^\w*$/.test(plain) ? plain : JSON.parse(line.toString('utf8', start, end))
}

/** Takes a top-level field out of a JSON object; everything else stays as it was, to the byte. */
export function withoutField(line: Buffer, name: string): Buffer {
  const field = topLevelFields(line, [name]).get(name)
  return field ? spliced(line, [withoutFieldAt(line, field)]) : line
}

/** Bytes of a line, and what is there instead. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Takes a field out, with one of the commas next to it. */
export function withoutFieldAt(line: Buffer, { key, end }: Field): Splice {
  const next = skipSpace(line, end)
  if (line[next] === COMMA) return { start: key, end: next + 1, text: '' }
  const before = line.lastIndexOf(COMMA, key)
  const isOnly = before < line.indexOf('{')
  return { start: isOnly ? key : before, end, text: '' }
}

/** The line with these splices, which do not overlap. */
export function spliced(line: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end, text } of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(line.subarray(at, start), Buffer.from(text))
    at = end
  }
  pieces.push(line.subarray(at))
  return Buffer.concat(pieces)
}

function isEmptyObject(line: Buffer, open: number): boolean {
  return line[skipSpace(line, open)] === 0x7d
}

function skipSpace(line: Buffer, from: number): number {
  let at = from
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0a || line[at] === 0x0d) at++
  return at
}

/** The byte after the string that opens at `start`. */
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
