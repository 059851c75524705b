/** A message or some fields of one, as the bytes that go into a file. */
export type Message = Buffer

/** One after the other: protobuf's messages have no order and no end. */
export const message = (...fields: readonly Message[]): Message => Buffer.concat(fields)

/** A whole number from 0 on. */
export const number = (field: number, value: number): Message => Buffer.concat([varint(field * 8), varint(value)])

export const bytes = (field: number, value: Uint8Array | string): Message => {
  const content = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

export const float = (field: number, value: number): Message => {
  const content = Buffer.alloc(4)
  content.writeFloatLE(value)
  return Buffer.concat([varint(field * 8 + 5), content])
}

/** Seven bits a byte, the lowest first, and a bit that says whether more follow. */
function varint(value: number): Buffer {
  const list: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) list.push((rest % 128) + 128)
  return Buffer.from([...list, rest])
}
