export interface Weights {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** Reads tensors of the safetensors format: the length of a header, the header as JSON, then numbers of two bytes. */
export function readWeights(file: Buffer): (name: string) => Weights {
  const start = 8 + Number(file.readBigUInt64LE(0))
  const header: Record<string, { readonly shape: number[]; readonly data_offsets: [number, number] }> = JSON.parse(
    file.toString('utf8', 8, start),
  )
  const whole = halves()
  return (name) => {
    const { shape, data_offsets } = header[name]!
    const [from, to] = data_offsets
    const stored = new Uint16Array(file.buffer.slice(file.byteOffset + start + from, file.byteOffset + start + to))
    const values = new Float32Array(stored.length)
    for (let at = 0; at < stored.length; at++) values[at] = whole[stored[at]!]!
    return { shape, values }
  }
}

/** Rows become columns. */
export function turned({ shape: [rows = 0, columns = 0], values }: Weights): Weights {
  const other = new Float32Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) other[column * rows + row] = values[row * columns + column]!
  return { shape: [columns, rows], values: other }
}

/** What each number of two bytes is: a sign, five bits of exponent, ten of fraction. */
function halves(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, half) => {
    const exponent = (half >> 10) & 31
    const fraction = half & 1023
    const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
    return half & 32_768 ? -size : size
  })
}
