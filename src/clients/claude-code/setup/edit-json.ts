/** A member of an object, by its places in the text. */
interface Member {
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

interface ObjectPlace {
  readonly start: number
  /** Of its closing brace. */
  readonly end: number
  readonly members: readonly Member[]
}

/**
 * The text with a value at a path of keys, comments and everything else as they were. Objects on the way are made.
 * Throws a SyntaxError where the text is no JSON object.
 */
export function withMember(text: string, path: readonly string[], value: unknown): string {
  return set(text, objectAt(text, blankEnd(text, 0)), path, value)
}

/** The text without what is at the path. */
export function withoutMember(text: string, path: readonly string[]): string {
  let place = objectAt(text, blankEnd(text, 0))
  for (const key of path.slice(0, -1)) {
    const member = place.members.find((one) => one.key === key)
    if (!member || text[member.valueStart] !== '{') return text
    place = objectAt(text, member.valueStart)
  }
  const at = place.members.findIndex((one) => one.key === path.at(-1))
  if (at === -1) return text
  const { members, start, end } = place
  const [from, to] =
    at > 0
      ? [members[at - 1]!.valueEnd, members[at]!.valueEnd]
      : members.length > 1
        ? [members[0]!.keyStart, members[1]!.keyStart]
        : [start + 1, end]
  return text.slice(0, from) + text.slice(to)
}

/** The text with the member of another text, to the byte, where both have one of that name. */
export function withMemberOf(text: string, other: string, key: string): string {
  const [to, from] = [text, other].map((one) =>
    objectAt(one, blankEnd(one, 0)).members.find((member) => member.key === key),
  )
  if (!to || !from) return text
  return text.slice(0, to.valueStart) + other.slice(from.valueStart, from.valueEnd) + text.slice(to.valueEnd)
}

/** What is at the path; undefined where nothing is. */
export function memberAt(text: string, path: readonly string[]): unknown {
  let place = objectAt(text, blankEnd(text, 0))
  for (const [depth, key] of path.entries()) {
    const member = place.members.find((one) => one.key === key)
    if (!member) return undefined
    const inner = text.slice(member.valueStart, member.valueEnd)
    if (depth === path.length - 1) return JSON.parse(withoutComments(inner))
    if (inner[0] !== '{') return undefined
    place = objectAt(text, member.valueStart)
  }
  return undefined
}

function set(text: string, place: ObjectPlace, [key, ...rest]: readonly string[], value: unknown): string {
  const member = place.members.find((one) => one.key === key)
  if (member && rest.length > 0 && text[member.valueStart] === '{') {
    return set(text, objectAt(text, member.valueStart), rest, value)
  }
  const whole = rest.reduceRight<unknown>((inner, outer) => ({ [outer]: inner }), value)
  if (member) {
    return (
      text.slice(0, member.valueStart) + written(whole, indentAt(text, member.keyStart)) + text.slice(member.valueEnd)
    )
  }
  const last = place.members.at(-1)
  const outer = indentAt(text, place.start)
  const indent = last ? indentAt(text, last.keyStart) : `${outer}  `
  const line = `\n${indent}${JSON.stringify(key)}: ${written(whole, indent)}`
  if (last) return `${text.slice(0, last.valueEnd)},${line}${text.slice(last.valueEnd)}`
  return `${text.slice(0, place.start + 1)}${line}\n${outer}${text.slice(place.end)}`
}

function written(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

/** The blanks at the beginning of the line that a place is in. */
function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))![0]
}

function objectAt(text: string, start: number): ObjectPlace {
  if (text[start] !== '{') throw new SyntaxError('no object')
  const members: Member[] = []
  let at = blankEnd(text, start + 1)
  while (text[at] !== '}') {
    const keyStart = at
    const keyEnd = stringEnd(text, at)
    const colon = blankEnd(text, keyEnd)
    if (text[colon] !== ':') throw new SyntaxError('no value')
    const valueStart = blankEnd(text, colon + 1)
    const valueEnd = valueEndAt(text, valueStart)
    members.push({ key: JSON.parse(text.slice(keyStart, keyEnd)) as string, keyStart, valueStart, valueEnd })
    at = blankEnd(text, valueEnd)
    if (text[at] === ',') at = blankEnd(text, at + 1)
    else if (text[at] !== '}') throw new SyntaxError('no end')
  }
  return { start, end: at, members }
}

function valueEndAt(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return stringEnd(text, start)
  if (first !== '{' && first !== '[') {
    const end = /^[^\s,}\]/]+/.exec(text.slice(start))
    if (!end) throw new SyntaxError('no value')
    return start + end[0].length
  }
  let depth = 0
  for (let at = start; at < text.length; at = blankEnd(text, at)) {
    const char = text[at]!
    if (char === '"') at = stringEnd(text, at)
    else {
      if (char === '{' || char === '[') depth++
      if (char === '}' || char === ']') depth--
      at++
      if (depth === 0) return at
    }
  }
  throw new SyntaxError('no end')
}

function stringEnd(text: string, start: number): number {
  const found = /^"(?:\\.|[^"\\])*"/s.exec(text.slice(start))
  if (!found) throw new SyntaxError('no text')
  return start + found[0].length
}

/** Where blanks and comments end. */
function blankEnd(text: string, start: number): number {
  return start + /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\uFEFF)*/.exec(text.slice(start))![0].length
}

function withoutComments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (piece) => (piece[0] === '"' ? piece : ''))
}
