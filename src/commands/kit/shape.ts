/** What a command answers, as data. Kept as it is written: `jsonSchema` works it out for those who ask. */
export type Shape =
  | { readonly type: 'string' | 'number' | 'boolean' }
  | { readonly type: 'enum'; readonly values: readonly string[] }
  | { readonly type: 'list'; readonly items: Shape }
  | { readonly type: 'tuple'; readonly items: readonly Shape[] }
  | ObjectShape
  | { readonly type: 'byName'; readonly values: Shape }
  | { readonly type: 'orNull'; readonly shape: Shape }
  | { readonly type: 'either'; readonly shapes: readonly Shape[] }
  | { readonly type: 'anything' }

/** Keys with a question mark may be absent; more may be added later. */
export interface ObjectShape {
  readonly type: 'object'
  readonly keys: Readonly<Record<string, Shape>>
}

export const string: Shape = { type: 'string' }
export const number: Shape = { type: 'number' }
export const boolean: Shape = { type: 'boolean' }
export const anything: Shape = { type: 'anything' }

export function list(items: Shape): Shape {
  return { type: 'list', items }
}

export function tuple(...items: readonly Shape[]): Shape {
  return { type: 'tuple', items }
}

export function oneOf(values: readonly string[]): Shape {
  return { type: 'enum', values }
}

/** Values by names that are not known before. */
export function byName(values: Shape): Shape {
  return { type: 'byName', values }
}

export function orNull(shape: Shape): Shape {
  return { type: 'orNull', shape }
}

export function either(...shapes: readonly Shape[]): Shape {
  return { type: 'either', shapes }
}

/** These keys, those with a question mark where they apply; more may be added later. */
export function object(keys: Readonly<Record<string, Shape>>): ObjectShape {
  return { type: 'object', keys }
}

/** The same with more keys. */
export function extended(shape: ObjectShape, keys: Readonly<Record<string, Shape>>): ObjectShape {
  return { type: 'object', keys: { ...shape.keys, ...keys } }
}

/** In a line, for documents: `{session,rounds:[{round,active?}]}`. */
export function shapeText(shape: Shape): string {
  switch (shape.type) {
    case 'list':
      return `[${shapeText(shape.items)}]`
    case 'tuple':
      return `[${shape.items.map(shapeText).join(',')}]`
    case 'orNull':
      return shapeText(shape.shape)
    case 'either':
      return shape.shapes.map(shapeText).filter(Boolean).join('|')
    case 'byName': {
      const values = shapeText(shape.values)
      return `{…${values && `:${values}`}}`
    }
    case 'object': {
      const keys = Object.entries(shape.keys).map(([key, value]) => {
        const text = shapeText(value)
        return `${key}${text === '' ? '' : `:${text}`}`
      })
      return `{${keys.join(',')}}`
    }
    default:
      return ''
  }
}

/** As a JSON Schema. */
export function jsonSchema(shape: Shape): Readonly<Record<string, unknown>> {
  switch (shape.type) {
    case 'enum':
      return { enum: shape.values }
    case 'list':
      return { type: 'array', items: jsonSchema(shape.items) }
    case 'tuple':
      return { type: 'array', prefixItems: shape.items.map(jsonSchema) }
    case 'orNull':
      return { anyOf: [jsonSchema(shape.shape), { type: 'null' }] }
    case 'either':
      return { anyOf: shape.shapes.map(jsonSchema) }
    case 'byName':
      return { type: 'object', additionalProperties: jsonSchema(shape.values) }
    case 'object': {
      const keys = Object.entries(shape.keys)
      return {
        type: 'object',
        properties: Object.fromEntries(keys.map(([key, value]) => [key.replace(/\?$/, ''), jsonSchema(value)])),
        required: keys.map(([key]) => key).filter((key) => !key.endsWith('?')),
        additionalProperties: {},
      }
    }
    case 'anything':
      return {}
    default:
      return { type: shape.type }
  }
}
