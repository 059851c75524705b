import { estimateTokens } from '../model/tokens.ts'
import type { Brief } from './brief.ts'
import { type Gate, gate, without } from './gates.ts'
import { type Archive, INHERITED, MOST_TOKENS } from './render/archive.ts'
import { RETRIEVALS } from './retrieval.ts'

interface LosslessTexts {
  readonly brief: Brief
  readonly archive: Archive
  readonly texts: { readonly archive: string; readonly retrieval: string; readonly sidecar: string }
  readonly prompt: string
}

/** What the files of a lossless compression must hold, beside what every compression must. */
export function losslessGates({ brief, archive, texts, prompt }: LosslessTexts): readonly Gate[] {
  const { transcript, artifacts, decisions, chunks } = archive
  const rounds = new Set(transcript.map(({ round }) => round))
  const untold = transcript.filter(({ text }) => !texts.archive.includes(text)).map(({ round }) => `round ${round}`)
  const written = brief.facts.files.filter(({ state }) => state === 'created' || state === 'changed')
  const unkept = written.filter(
    ({ path, agent }) => agent === undefined && !artifacts.some((file) => file.path === path),
  )
  const versions = artifacts.flatMap((file) => file.versions)
  const whole = versions.filter(({ content }) => content !== null)
  const own = decisions.filter(({ scope }) => scope === 'this_session')
  const unled = own.filter(({ rationale_chain: chain, turn }) => !chain.includes(turn)).map(({ id }) => id)
  const places = new Set([...chunks.map(({ id }) => id), ...(archive.inherited_context ? [INHERITED] : [])])
  const refs = [...decisions.map((one) => one.full_context_ref), ...versions.map((one) => one.triggered_by)]
  const dangling = refs.filter((ref) => !places.has(ref)).map((ref) => ref || 'one to no chunk')
  const indexed = [...prompt.matchAll(/^\| ([DI]\d+) \|.*\| (\S+) \|$/gm)]
  const misled = indexed.filter(([, id, ref]) => decisions.find((one) => one.id === id)?.full_context_ref !== ref)
  const unasked = RETRIEVALS.map(({ example }) => example).filter(
    (example) => !prompt.includes(example) || !texts.retrieval.includes(example),
  )
  const tokens = estimateTokens(prompt.length)
  const isCopied = JSON.stringify(JSON.parse(texts.sidecar)) === JSON.stringify(archive)
  return [
    none('transcript is whole', rounds.size === 0 ? ['every round'] : untold, `${rounds.size} rounds word for word`),
    none(
      'every version is kept',
      unkept.map(({ path }) => path),
      `${versions.length} versions of ${artifacts.length} files, ${whole.length} whole`,
    ),
    none('rationale chains resolve', unled, `${own.length} decisions`),
    none('references resolve', dangling, `${refs.length} references into ${chunks.length} chunks`),
    none(
      'decision index',
      misled.map(([, id]) => id!),
      `${indexed.length} of ${decisions.length} decisions in the prompt`,
    ),
    none('retrieval protocol', unasked, `${RETRIEVALS.length} patterns`),
    gate('prompt is short', tokens <= MOST_TOKENS, `${tokens} of ${MOST_TOKENS} tokens`),
    gate('machine-readable copy', isCopied, `${isCopied ? '' : 'not '}the same as the archive`),
  ]
}

function none(name: string, missing: readonly string[], well: string): Gate {
  return without(name, missing.length > 0 ? `missing: ${missing.slice(0, 3).join(', ')}` : undefined, well)
}
