import { Failure } from '../model/errors.ts'
import { type ArtifactId, shortId } from '../model/id.ts'

export function missing(id: ArtifactId): Failure {
  return new Failure('artifact-missing', `Artifact ${shortId(id)} is not in the store.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify --repair` to put it back from the client’s file.',
  })
}

export function corrupt(id: ArtifactId, what: string, cause?: unknown): Failure {
  return new Failure('artifact-corrupt', `Artifact ${shortId(id)} is damaged: ${what}.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify --repair` to put it back from the client’s file; `stet export --to raw --past-damage` gives the rest.',
    cause,
  })
}
