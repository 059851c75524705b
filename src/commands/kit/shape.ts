/** What a command answers, as data: the part of JSON Schema that its answers need. */
export type Shape =
  | { readonly type: 'string' | 'number' | 'boolean' | 'null' | readonly string[] }
  | { readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items: Shape }
  | { readonly type: 'array'; readonly prefixItems: readonly Shape[] }
  | ObjectShape
  | { readonly anyOf: readonly Shape[] }
  | Readonly<Record<string, never>>

export interface ObjectShape {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Shape>>
  readonly required: readonly string[]
  /** Of every other key. */
  readonly additionalProperties: Shape
}

export const string = { type: 'string' } as const
export const number = { type: 'number' } as const
export const boolean = { type: 'boolean' } as const
export const anything: Shape = {}

export function list(items: Shape): Shape {
  return { type: 'array', items }
}

export function tuple(...prefixItems: readonly Shape[]): Shape {
  return { type: 'array', prefixItems }
}

export function oneOf(values: readonly string[]): Shape {
  return { enum: values }
}

/** Values by names that are not known before. */
export function byName(values: Shape): Shape {
  return { type: 'object', properties: {}, required: [], additionalProperties: values }
}

export function orNull(shape: Shape): Shape {
  return { anyOf: [shape, { type: 'null' }] }
}

/** These keys, those with a question mark where they apply; more may be added later. */
export function object(keys: Readonly<Record<string, Shape>>): ObjectShape {
  const entries = Object.entries(keys).map(([key, shape]) => [key.replace(/\?$/, ''), shape] as const)
  const required = Object.keys(keys).filter((key) => !key.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: {} }
}

/** The same with more keys. */
export function extended(shape: Shape, keys: Readonly<Record<string, Shape>>): ObjectShape {
  const [base, more] = [shape as ObjectShape, object(keys)]
  return {
    ...base,
    properties: { ...base.properties, ...more.properties },
    required: [...base.required, ...more.required],
  }
}

/** In a line, for documents: `{session,rounds:[{round,active?}]}`. */
export function shapeText(shape: Shape): string {
  if ('anyOf' in shape) return shape.anyOf.map(shapeText).filter(Boolean).join('|')
  if ('prefixItems' in shape) return `[${(shape.prefixItems as readonly Shape[]).map(shapeText).join(',')}]`
  if ('items' in shape) return `[${shapeText(shape.items as Shape)}]`
  if (!('properties' in shape)) return ''
  const { properties, required, additionalProperties } = shape as ObjectShape
  const keys = Object.entries(properties).map(([key, value]) => {
    const text = shapeText(value)
    return `${key}${required.includes(key) ? '' : '?'}${text === '' ? '' : `:${text}`}`
  })
  const others =
    keys.length === 0 ? [`…${shapeText(additionalProperties) && `:${shapeText(additionalProperties)}`}`] : []
  return `{${[...keys, ...others].join(',')}}`
}
