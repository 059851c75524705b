import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topLevelFields, withFields } from '../../src/clients/kit/json-fields.ts'
import { runs } from './workbench.ts'

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r'), maxLength: 2 })

/** A string in JSON, some of its characters written as escapes. */
const quoted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.infiniteStream(fc.nat({ max: 4 }))).map(([plain, dice]) => {
    const characters = Array.from({ length: plain.length }, (_, at) => {
      const unit = plain[at]!
      return dice.next().value === 0
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(unit).slice(1, -1)
    })
    return `"${characters.join('')}"`
  })

const NAMES = ['parentUuid', 'sessionId', 'uuid', 'type', '', '"', '\\\\', '{', '}', ':', ',', '語', '__proto__']
/** Where Node 24 has seen a key that is one backslash, its JSON.parse takes "\\u002c" for that. */
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 })).filter((one) => one !== '\\')

/** JSON text of any value, with spaces wherever JSON allows them. */
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    quoted(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('"}', '\\', '\\"', '],"parentUuid":"x"', '語👩‍👩‍👧'))),
    fc.constantFrom('null', 'true', 'false', '0', '-1.5e3', '1e400', '{}', '[]', '""'),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    object(tie('value')),
  ),
}))

function object(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc
    .tuple(quoted(name), space, values, space)
    .map(([key, before, inner, after]) => `${before}${key}${after}:${before}${inner}${after}`)
  return fc
    .tuple(fc.array(member, { maxLength: 5 }), space)
    .map(([members, gap]) => `${gap}{${gap}${members.join(',')}${gap}}${gap}`)
}

/** Lone halves of pairs become U+FFFD in UTF-8, as they do in a client's file. */
const line = fc.tuple(object(value), fc.constantFrom('', '\n', '\r\n')).map(([text, end]) => Buffer.from(text + end))
const replaced = fc.record({
  parentUuid: fc.constantFrom('null', '"p"', '"語\\""'),
  sessionId: fc.constantFrom('"s"', '""'),
})

it('replaced fields are replaced, and the rest parses to what it was', () =>
  fc.assert(
    fc.property(line, replaced, (before, values) => {
      const after = withFields(before, values)
      const wanted: Record<string, unknown> = { ...JSON.parse(before.toString()) }
      for (const [key, json] of Object.entries(values)) wanted[key] = JSON.parse(json)
      expect(JSON.parse(after.toString())).toEqual(wanted)
    }),
    runs(2000),
  ))

it('every byte outside the replaced values stays', () =>
  fc.assert(
    fc.property(line, replaced, (before, values) => {
      const fields = topLevelFields(before, Object.keys(values))
      for (const [key, { start, end }] of fields) {
        const found = before.toString('utf8', start, end)
        expect(found).toBe(found.trim())
        expect(JSON.parse(found)).toEqual(JSON.parse(before.toString())[key])
      }
      expect(outside(withFields(before, values), Object.keys(values))).toBe(outside(before, Object.keys(values)))
    }),
    runs(2000),
  ))

it('replaced by what they were, the line is the same', () =>
  fc.assert(
    fc.property(line, (before) => {
      const fields = topLevelFields(before, ['parentUuid', 'sessionId'])
      const same = Object.fromEntries(
        [...fields].map(([key, { start, end }]) => [key, before.toString('utf8', start, end)]),
      )
      expect(withFields(before, same).toString('latin1')).toBe(before.toString('latin1'))
    }),
    runs(1000),
  ))

/** The line without the values of these fields, and without such a field put at its front. */
function outside(text: Buffer, names: readonly string[]): string {
  let rest = text.toString('latin1')
  const fields = [...topLevelFields(text, names)].sort(([, a], [, b]) => b.start - a.start)
  for (const [, { start, end }] of fields) rest = `${rest.slice(0, start)}${rest.slice(end)}`
  return rest.replace(/^(\s*\{)(?:"(?:parentUuid|sessionId)":,?)+(?=[^,])/, '$1').replace(/^(\s*\{)(\s*)(?=\})/, '$1$2')
}
