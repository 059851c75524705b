import { nearest } from '../../model/nearest.ts'
import { type Field, type Fields, NamedFile, type TextKind } from './field.ts'

/** One thing that is wrong with what was given. */
export interface Problem {
  readonly message: string
  readonly facts?: Readonly<Record<string, string>>
}

export type Read = { readonly input: Readonly<Record<string, unknown>> } | { readonly problems: readonly Problem[] }

/** Characters of a text at most, by what it names. */
const LONGEST: Readonly<Partial<Record<TextKind, number>>> = {
  session: 4096,
  commit: 4096,
  ref: 4096,
  range: 100_000,
  engagement: 200,
  operation: 200,
  ticket: 100,
  name: 100,
  time: 200,
}
const LARGEST = 999_999_999_999_999

/**
 * The values for fields, checked and with their defaults; else everything that is wrong with them. Every shell reads what
 * it was given by this, and calls a field as its users know it.
 */
export function readFields(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  called: (name: string, field: Field) => string,
): Read {
  const input: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name]
    if (value === undefined) {
      input[name] = absent(field)
      continue
    }
    const read = readValue(field, value)
    if ('value' in read) input[name] = read.value
    else problems.push({ ...read, message: `${called(name, field)} ${read.message}.` })
  }
  return problems.length > 0 ? { problems } : { input }
}

function absent(field: Field): unknown {
  if (field.kind === 'flag') return field.default ?? false
  if (field.kind === 'list' && field.optional) return []
  return 'default' in field ? field.default : undefined
}

type ReadValue = { readonly value: unknown } | Problem

const EMPTY: Problem = { message: 'needs a value' }

function readValue(field: Field, given: unknown): ReadValue {
  switch (field.kind) {
    case 'flag':
      return typeof given === 'boolean' ? { value: given } : wrong('is true or false', given)
    case 'int':
    case 'number':
      return readNumber(field, given)
    case 'choice':
      return readChoice(field.choices, typeof given === 'string' ? (field.meant?.(given) ?? given) : given)
    case 'list':
      return readList(field, given)
    case 'map':
      return readMap(given)
    case 'items':
      return readItems(given)
    case 'content':
      if (typeof given === 'string') return { value: { text: given } }
      if (!(given instanceof NamedFile)) return wrong('takes text', given)
      return given.path === '' ? EMPTY : { value: given }
    case 'file':
    case 'folder':
      return readText(given, { most: LONGEST.ref! })
    default:
      return readText(given, { most: field.max ?? LONGEST[field.kind], mayBeEmpty: field.empty === true })
  }
}

function readNumber(field: Extract<Field, { kind: 'int' | 'number' }>, given: unknown): ReadValue {
  const { min = 0, max = LARGEST } = field
  const isRight =
    typeof given === 'number' && (field.kind === 'number' ? Number.isFinite(given) : Number.isSafeInteger(given))
  if (isRight && given >= min && given <= max) return { value: given }
  const what = field.kind === 'int' ? 'a whole number' : 'a number'
  const range = max < LARGEST ? ` from ${min} to ${max}` : min === 0 ? '' : ` of at least ${min}`
  return wrong(`takes ${what}${range}`, given)
}

function readChoice(choices: readonly string[], given: unknown): ReadValue {
  if (typeof given === 'string' && choices.includes(given)) return { value: given }
  const near = typeof given === 'string' ? nearest(given, choices) : undefined
  return {
    ...wrong(`takes one of ${choices.join(', ')}`, given),
    ...(near !== undefined && { facts: { nearest: near } }),
  }
}

/** One value is a list of one. */
function readList(field: Extract<Field, { kind: 'list' }>, given: unknown): ReadValue {
  const { choices, least = 0, most = Number.POSITIVE_INFINITY, max, of = 'text' } = field
  const members = typeof given === 'string' ? [given] : given
  if (!Array.isArray(members)) return wrong('takes a list', given)
  if (members.length > most) return { message: `takes at most ${most}, not ${members.length}` }
  if (members.length < least) return { message: `takes at least ${least}, not ${members.length}` }
  const read = members.map((one) => (choices ? readChoice(choices, one) : readText(one, { most: max ?? LONGEST[of] })))
  const [bad] = read.filter((one): one is Problem => 'message' in one)
  return bad ?? { value: read.map((one) => (one as { value: unknown }).value) }
}

function readMap(given: unknown): ReadValue {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong('takes texts by their names', given)
  for (const [name, value] of Object.entries(given)) {
    const read = readText(value, { most: LONGEST.range! })
    if ('message' in read) return { ...read, message: `${read.message}, for ${shown(name)}` }
    if (name.length === 0 || name.length > 200) return wrong('takes names of 1 to 200 characters', name)
  }
  return { value: given }
}

/** A list as it is, or written as JSON. */
function readItems(given: unknown): ReadValue {
  if (Array.isArray(given)) return { value: given }
  try {
    const read: unknown = typeof given === 'string' ? JSON.parse(given) : undefined
    if (Array.isArray(read)) return { value: read }
  } catch {
    // said below
  }
  return wrong('takes a list of objects', given)
}

function readText(
  given: unknown,
  { most, mayBeEmpty = false }: { readonly most: number | undefined; readonly mayBeEmpty?: boolean },
): ReadValue {
  if (typeof given !== 'string') return wrong('takes text', given)
  if (given === '' && !mayBeEmpty) return EMPTY
  if (most !== undefined && given.length > most)
    return { message: `takes at most ${most} characters, not ${given.length}` }
  return { value: given }
}

function wrong(takes: string, given: unknown): Problem {
  return { message: `${takes}, not ${shown(given)}` }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 42 ? `${text.slice(0, 40)}…` : text
}
