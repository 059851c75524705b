const LAYERS = 6
const HEADS = 12
const SIZE = 384
const EPSILON = 1e-12

/** Numbers that ONNX's format gives to kinds of values and attributes. */
const [FLOAT, INT32] = [1, 6]
const [AS_FLOAT, AS_INT] = [1, 2]
const MICROSOFT = 'com.microsoft'

/**
 * all-MiniLM-L6-v2 as an ONNX model, made of its weights: the package has no graph, and the runtime takes nothing else.
 * It turns `ids` and `mask`, a row for each text, into a vector for each token, `last`.
 */
export function minilmGraph(file: Buffer): Buffer {
  const weights = readWeights(file)
  const nodes: Message[] = []
  const tensors: Message[] = []

  const put = (name: string, value: Weights): string => {
    tensors.push(bytes(5, tensorOf(name, value)))
    return name
  }
  const plain = (name: string) => put(name, weights(name))
  const matrix = (name: string) => put(name, turned(weights(name)))
  const node = (
    type: string,
    inputs: readonly string[],
    output: string,
    attributes: readonly Message[] = [],
  ): string => {
    const domain = type === 'MatMul' ? [] : [bytes(7, MICROSOFT)]
    const names = [...inputs.map((input) => bytes(1, input)), bytes(2, output)]
    nodes.push(bytes(1, message(...names, bytes(4, type), ...attributes.map((one) => bytes(5, one)), ...domain)))
    return output
  }
  const normalised = (
    layer: string,
    { input, skip, bias }: { input: string; skip: string; bias: string },
    to: string,
  ) =>
    node(
      'SkipLayerNormalization',
      [input, skip, plain(`${layer}.LayerNorm.weight`), plain(`${layer}.LayerNorm.bias`), plain(bias)],
      to,
      [message(bytes(1, 'epsilon'), float(2, EPSILON), number(20, AS_FLOAT))],
    )

  const embedded = ['ids', '', plain('embeddings.word_embeddings.weight'), put('positions', positionsOf(weights)), '']
  const scale = [plain('embeddings.LayerNorm.weight'), plain('embeddings.LayerNorm.bias')]
  nodes.push(
    bytes(
      1,
      message(
        ...[...embedded, ...scale].map((input) => bytes(1, input)),
        bytes(2, 'embedded'),
        bytes(2, 'lengths'),
        bytes(4, 'EmbedLayerNormalization'),
        bytes(5, message(bytes(1, 'epsilon'), float(2, EPSILON), number(20, AS_FLOAT))),
        bytes(7, MICROSOFT),
      ),
    ),
  )
  let at = 'embedded'
  for (let layer = 0; layer < LAYERS; layer++) {
    const name = `encoder.layer.${layer}`
    const [seen, said] = [`${name}.attention.output`, `${name}.output`]
    const projections = ['query', 'key', 'value'].map((one) => `${name}.attention.self.${one}`)
    const attention = [
      put(`${name}.qkv`, sideBySide(projections, weights)),
      put(`${name}.qkv.bias`, inARow(projections, weights)),
    ]
    const heads = [message(bytes(1, 'num_heads'), number(3, HEADS), number(20, AS_INT))]
    const looked = node('Attention', [at, ...attention, 'mask'], `${name}.a`, heads)
    const dense = node('MatMul', [looked, matrix(`${seen}.dense.weight`)], `${name}.b`)
    const first = normalised(seen, { input: dense, skip: at, bias: `${seen}.dense.bias` }, `${name}.c`)
    const wide = node('MatMul', [first, matrix(`${name}.intermediate.dense.weight`)], `${name}.d`)
    const bent = node('BiasGelu', [wide, plain(`${name}.intermediate.dense.bias`)], `${name}.e`)
    const narrow = node('MatMul', [bent, matrix(`${said}.dense.weight`)], `${name}.f`)
    const isLast = layer === LAYERS - 1
    at = normalised(said, { input: narrow, skip: first, bias: `${said}.dense.bias` }, isLast ? 'last' : `${name}.g`)
  }
  const inputs = ['ids', 'mask'].map((name) => bytes(11, typedValue(name, INT32, ['texts', 'tokens'])))
  const output = bytes(12, typedValue('last', FLOAT, ['texts', 'tokens', SIZE]))
  const graph = message(...nodes, bytes(2, 'minilm'), ...tensors, ...inputs, output)
  const versions = [message(bytes(1, ''), number(2, 17)), message(bytes(1, MICROSOFT), number(2, 1))]
  return message(number(1, 8), bytes(7, graph), ...versions.map((version) => bytes(8, version)))
}

/** Every token is of the first kind: what that adds is added to the positions, once. */
function positionsOf(weights: (name: string) => Weights): Weights {
  const { shape, values } = weights('embeddings.position_embeddings.weight')
  const kind = weights('embeddings.token_type_embeddings.weight').values
  return { shape, values: values.map((value, at) => value + kind[at % SIZE]!) }
}

/** The three matrices of an attention as one, each row one after the other. */
function sideBySide(projections: readonly string[], weights: (name: string) => Weights): Weights {
  const each = projections.map((one) => turned(weights(`${one}.weight`)).values)
  const values = new Float32Array(SIZE * SIZE * each.length)
  for (let row = 0; row < SIZE; row++)
    each.forEach((own, nth) => {
      values.set(own.subarray(row * SIZE, (row + 1) * SIZE), (row * each.length + nth) * SIZE)
    })
  return { shape: [SIZE, SIZE * each.length], values }
}

function inARow(projections: readonly string[], weights: (name: string) => Weights): Weights {
  const values = projections.flatMap((one) => [...weights(`${one}.bias`).values])
  return { shape: [values.length], values: Float32Array.from(values) }
}

function tensorOf(name: string, { shape, values }: Weights): Message {
  const content = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return message(...shape.map((size) => number(1, size)), number(2, FLOAT), bytes(8, name), bytes(9, content))
}

function typedValue(name: string, kind: number, shape: readonly (string | number)[]): Message {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : bytes(2, size)))
  const tensor = message(number(1, kind), bytes(2, message(...sizes)))
  return message(bytes(1, name), bytes(2, bytes(1, tensor)))
}

/** A message or some fields of one, as the bytes that go into a file. */
type Message = Buffer

/** One after the other: protobuf's messages have no order and no end. */
const message = (...fields: readonly Message[]): Message => Buffer.concat(fields)

/** A whole number from 0 on. */
const number = (field: number, value: number): Message => Buffer.concat([varint(field * 8), varint(value)])

const bytes = (field: number, value: Uint8Array | string): Message => {
  const content = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

const float = (field: number, value: number): Message => {
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

interface Weights {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** Reads tensors of the safetensors format: the length of a header, the header as JSON, then numbers of two bytes. */
function readWeights(file: Buffer): (name: string) => Weights {
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
function turned({ shape: [rows = 0, columns = 0], values }: Weights): Weights {
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
