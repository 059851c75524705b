/** Turns texts into vectors that are near one another where the texts mean alike. */
export interface Embedder {
  /** Vectors of one model say nothing to another. */
  readonly model: string
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
