import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whereAvailable } from '../record/indexing/search-follower.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Embedder } from './meaning/embedder.ts'

/** So many texts are embedded between two writes: what was done stays when it is stopped. */
const BATCH = 32

const loaded = new Map<string, Promise<Embedder>>()

/** Where the model is installed; undefined for a record that is in memory. */
export function modelFolder({ storeDir }: Workspace): string | undefined {
  return storeDir === undefined || storeDir === ':memory:' ? undefined : join(storeDir, 'meaning')
}

/** The model, where it is installed. */
export async function embedderOf(workspace: Workspace): Promise<Embedder | undefined> {
  const folder = modelFolder(workspace)
  if (folder === undefined || !existsSync(folder)) return undefined
  const { hasModel, loadEmbedder } = await import('./meaning/load-embedder.ts')
  if (!hasModel(folder)) return undefined
  const embedder = loaded.get(folder) ?? loadEmbedder(folder)
  loaded.set(folder, embedder)
  return embedder
}

/** Embeds what the index has and the model has not seen, the newest first. Returns how many texts; 0 without a model. */
export async function embedNew(workspace: Workspace, onProgress: (done: number) => void = () => {}): Promise<number> {
  const { search, signal } = workspace
  const embedder = search && (await embedderOf(workspace))
  if (!embedder) return 0
  let done = 0
  for (;;) {
    const texts = (await whereAvailable(() => search.listUnembedded(embedder.model, BATCH))) ?? []
    if (texts.length === 0 || signal?.aborted) return done
    const units = texts.map(({ content }) => unitsOf(content))
    const vectors = await embedder.embed(units.flat())
    let at = 0
    const embedded = texts.map(({ text, content }, which) => {
      const own = vectors.slice(at, at + units[which]!.length)
      at += own.length
      return { text, content, vectors: own }
    })
    await whereAvailable(() => search.putVectors(embedder.model, embedded))
    done += texts.length
    onProgress(done)
  }
}

/** So many characters are one thing that is said, about. */
const LONGEST = 400
const SENTENCES = 2
/** Of a longer text its beginning and its end are taken. */
const MOST = 24

/** The units of a text that are embedded: two sentences each, because more of them mean a mixture. */
export function unitsOf(text: string): readonly string[] {
  const sentences = text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
  const units: string[] = []
  for (let at = 0; at < sentences.length; at += SENTENCES) {
    units.push(
      sentences
        .slice(at, at + SENTENCES)
        .join(' ')
        .slice(0, LONGEST),
    )
  }
  return units.length <= MOST ? units : [...units.slice(0, MOST / 2), ...units.slice(-MOST / 2)]
}
