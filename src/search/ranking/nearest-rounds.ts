import type { Hit } from '../../record/indexing/search-index.ts'

/** What a neighbour's meaning counts for a round. */
const NEIGHBOUR = 0.8
/** What the second nearest unit of a round counts compared with the nearest. */
const SECOND = 0.2
const SCALE = 127

/** The vectors of a text's units end to end; one byte for each number is enough. */
export function packVectors(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map((vector) => Buffer.from(Int8Array.from(vector, (x) => Math.round(x * SCALE)).buffer)),
  )
}

/** The rounds whose meaning is nearest, each by its two nearest units, or by what its neighbours mean. */
export function nearestRounds(
  places: readonly (Omit<Hit, 'score'> & { readonly text: number })[],
  vectorsOf: Iterable<readonly [text: number, vectors: Buffer]>,
  vector: Float32Array,
  limit: number,
): readonly Hit[] {
  const wanted = Float32Array.from(vector)
  const near = new Map<number, number>()
  for (const [text, vectors] of vectorsOf) near.set(text, nearestOf(vectors, wanted))
  const byPlace = new Map(places.map(({ session, round, text }) => [`${session}:${round}`, near.get(text) ?? 0]))
  const hits = new Map<string, Hit>()
  for (const { session, round, roundId } of places) {
    const at = (number: number) => byPlace.get(`${session}:${number}`) ?? 0
    const score = Math.max(at(round), NEIGHBOUR * at(round - 1), NEIGHBOUR * at(round + 1))
    if (score > (hits.get(roundId)?.score ?? 0)) hits.set(roundId, { session, round, roundId, score })
  }
  return [...hits.values()].sort((a, b) => b.score - a.score).slice(0, limit)
}

function nearestOf(bytes: Buffer, vector: Float32Array): number {
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [best, second] = [0, 0]
  for (let start = 0; start + vector.length <= numbers.length; start += vector.length) {
    let sum = 0
    for (let at = 0; at < vector.length; at++) sum += numbers[start + at]! * vector[at]!
    second = Math.max(second, Math.min(sum, best))
    best = Math.max(best, sum)
  }
  return (best + SECOND * second) / SCALE
}
