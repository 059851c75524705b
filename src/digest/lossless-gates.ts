import { RETRIEVALS } from '../brief/retrieval.ts'
import { estimateTokens } from '../model/tokens.ts'
import type { Gate } from './gates.ts'
import { type Archive, MOST_TOKENS } from './render/archive.ts'
import { INHERITED } from './render/archived-decisions.ts'
import type { View } from './settle.ts'

/** What the files of a lossless compression must hold, beside what every compression must. */
export function losslessGates({
  view,
  archive,
  texts,
  prompt,
}: {
  readonly view: View
  readonly archive: Archive
  readonly texts: { readonly archive: string; readonly retrieval: string; readonly sidecar: string }
  readonly prompt: string
}): readonly Gate[] {
  const { transcript, artifacts, decisions, chunks } = archive
  const rounds = new Set(transcript.map(({ round }) => round))
  const untold = transcript.filter(({ text }) => !texts.archive.includes(text))
  const written = view.files.changed.filter(({ change }) => change !== 'deleted')
  const unkept = written.filter(({ path }) => !artifacts.some((file) => isSame(file.path, path)))
  const versions = artifacts.flatMap((file) => file.versions)
  const own = decisions.filter(({ scope }) => scope === 'this_session')
  const unled = own.filter(
    ({ rationale_chain: chain, turn }) => chain.at(-1) !== turn || !chain.every((one) => rounds.has(one)),
  )
  const places = new Set([...chunks.map(({ id }) => id), ...(archive.inherited_context ? [INHERITED] : [])])
  const refs = [...decisions.map((one) => one.full_context_ref), ...versions.map((one) => one.triggered_by)]
  const dangling = refs.filter((ref) => !places.has(ref))
  const indexed = [...prompt.matchAll(/^\| ([DI]\d+) \|.*\| (\S+) \|$/gm)]
  const misled = indexed.filter(([, id, ref]) => decisions.find((one) => one.id === id)?.full_context_ref !== ref)
  const relied = decisions.filter((one) => one.confidence !== 'speculative' && one.superseded_in === null)
  const unasked = RETRIEVALS.filter(({ example }) => !prompt.includes(example) || !texts.retrieval.includes(example))
  const tokens = estimateTokens(prompt.length)
  const isCopied = JSON.stringify(JSON.parse(texts.sidecar)) === JSON.stringify(archive)
  return [
    gate(
      'transcript is whole',
      untold.length === 0 && rounds.size > 0,
      untold,
      ({ round }) => `round ${round}`,
      `${rounds.size} rounds word for word`,
    ),
    gate(
      'every version is kept',
      unkept.length === 0,
      unkept,
      ({ path }) => path,
      `${versions.length} versions of ${artifacts.length} files, ${versions.filter(({ content }) => content !== null).length} whole`,
    ),
    gate('rationale chains resolve', unled.length === 0, unled, ({ id }) => id, `${own.length} decisions`),
    gate(
      'references resolve',
      dangling.length === 0,
      dangling,
      (ref) => ref || 'one to no chunk',
      `${refs.length} references into ${chunks.length} chunks`,
    ),
    gate(
      'decision index',
      misled.length === 0 && (indexed.length > 0 || relied.length === 0),
      misled,
      ([, id]) => id!,
      `${indexed.length} of ${relied.length} decisions in the prompt`,
    ),
    gate(
      'retrieval protocol',
      unasked.length === 0,
      unasked,
      ({ example }) => example,
      `${RETRIEVALS.length} patterns`,
    ),
    gate(
      'prompt is short',
      tokens <= MOST_TOKENS,
      [tokens],
      (one) => `${one} tokens`,
      `${tokens} of ${MOST_TOKENS} tokens`,
    ),
    gate(
      'machine-readable copy',
      isCopied,
      [],
      String,
      isCopied ? 'the same as the archive' : 'not the same as the archive',
    ),
  ]
}

/** Paths may be told from the root or from the folder of the session. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || one.endsWith(`/${other.replace(/^\.\//, '')}`) || other.endsWith(`/${one.replace(/^\.\//, '')}`)
  )
}

function gate<T>(name: string, pass: boolean, faults: readonly T[], told: (one: T) => string, well: string): Gate {
  return {
    name,
    pass,
    evidence: pass || faults.length === 0 ? well : `missing: ${faults.slice(0, 3).map(told).join(', ')}`,
  }
}
