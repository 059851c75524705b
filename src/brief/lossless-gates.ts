import { estimateTokens } from '../model/tokens.ts'
import type { Brief } from './brief.ts'
import { type Gate, gate } from './gates.ts'
import { type Archive, INHERITED, MOST_TOKENS } from './render/archive.ts'
import { RETRIEVALS } from './retrieval.ts'

/** What the files of a lossless compression must hold, beside what every compression must. */
export function losslessGates({
  brief,
  archive,
  texts,
  prompt,
}: {
  readonly brief: Brief
  readonly archive: Archive
  readonly texts: { readonly archive: string; readonly retrieval: string; readonly sidecar: string }
  readonly prompt: string
}): readonly Gate[] {
  const { transcript, artifacts, decisions, chunks } = archive
  const rounds = new Set(transcript.map(({ round }) => round))
  const untold = transcript.filter(({ text }) => !texts.archive.includes(text))
  const written = brief.facts.files.filter(({ state }) => state === 'created' || state === 'changed')
  const unkept = written.filter(
    ({ path, agent }) => agent === undefined && !artifacts.some((file) => isSame(file.path, path)),
  )
  const versions = artifacts.flatMap((file) => file.versions)
  const own = decisions.filter(({ scope }) => scope === 'this_session')
  const unled = own.filter(({ rationale_chain: chain, turn }) => !chain.includes(turn))
  const places = new Set([...chunks.map(({ id }) => id), ...(archive.inherited_context ? [INHERITED] : [])])
  const refs = [...decisions.map((one) => one.full_context_ref), ...versions.map((one) => one.triggered_by)]
  const dangling = refs.filter((ref) => !places.has(ref))
  const indexed = [...prompt.matchAll(/^\| ([DI]\d+) \|.*\| (\S+) \|$/gm)]
  const misled = indexed.filter(([, id, ref]) => decisions.find((one) => one.id === id)?.full_context_ref !== ref)
  const unasked = RETRIEVALS.filter(({ example }) => !prompt.includes(example) || !texts.retrieval.includes(example))
  const tokens = estimateTokens(prompt.length)
  const isCopied = JSON.stringify(JSON.parse(texts.sidecar)) === JSON.stringify(archive)
  return [
    all(
      'transcript is whole',
      untold,
      ({ round }) => `round ${round}`,
      `${rounds.size} rounds word for word`,
      rounds.size > 0,
    ),
    all(
      'every version is kept',
      unkept,
      ({ path }) => path,
      `${versions.length} versions of ${artifacts.length} files, ${versions.filter(({ content }) => content !== null).length} whole`,
    ),
    all('rationale chains resolve', unled, ({ id }) => id, `${own.length} decisions`),
    all(
      'references resolve',
      dangling,
      (ref) => ref || 'one to no chunk',
      `${refs.length} references into ${chunks.length} chunks`,
    ),
    all('decision index', misled, ([, id]) => id!, `${indexed.length} of ${decisions.length} decisions in the prompt`),
    all('retrieval protocol', unasked, ({ example }) => example, `${RETRIEVALS.length} patterns`),
    gate('prompt is short', tokens <= MOST_TOKENS, `${tokens} of ${MOST_TOKENS} tokens`),
    gate('machine-readable copy', isCopied, isCopied ? 'the same as the archive' : 'not the same as the archive'),
  ]
}

/** Paths may be told from the root or from the folder of the session. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || one.endsWith(`/${other.replace(/^\.\//, '')}`) || other.endsWith(`/${one.replace(/^\.\//, '')}`)
  )
}

function all<T>(name: string, faults: readonly T[], told: (one: T) => string, well: string, also = true): Gate {
  const isWell = faults.length === 0 && also
  return gate(name, isWell, isWell ? well : `missing: ${faults.slice(0, 3).map(told).join(', ')}`)
}
