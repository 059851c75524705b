/** Words that point at something said elsewhere, which a reader without the conversation cannot follow. */
const IMPLICIT =
  /\b(?:as (?:discussed|mentioned|agreed|described|noted|said|shown|explained|outlined|you (?:said|know|saw|suggested))(?: (?:above|before|earlier|previously))?|(?:see|the|mentioned|listed) (?:above|aforementioned|former|latter)\b(?! \w+ (?:in|of) [\w/]+\.\w)|the previous (?:message|answer|approach|discussion|step)|(?:that|this|your|the same) (?:approach|suggestion|idea|proposal|solution|plan) ?(?:of yours|from (?:before|earlier))?|what (?:i|we|you) (?:said|discussed|talked about)|earlier (?:message|discussion|conversation)|like (?:before|last time)|wie besprochen|wie (?:oben|vorhin) (?:gesagt|erwähnt)|comme (?:discuté|convenu|mentionné)|como (?:dijimos|hablamos|acordamos))\b/gi

export interface ImplicitReference {
  readonly line: number
  readonly words: string
}

const LED = 'for what this points at'
/** A line that says where to find what its words point at: the round to inject, or a chunk of the archive. */
const IS_LED = new RegExp(`inject round \\d+ ${LED}\\)$|\\| chunk_\\d+ \\|$`)

/** Every place of a text that leans on what its reader has not seen, and is not told where it is. */
export function implicitReferences(text: string): readonly ImplicitReference[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      IS_LED.test(line) ? [] : [...line.matchAll(IMPLICIT)].map(([words]) => ({ line: at + 1, words: words! })),
    )
}

/** A line that ends with its round, with where to look where its words point at something. */
export function withLead(line: string): string {
  if (implicitReferences(line).length === 0) return line
  const [, round] = /.* \(rounds? (\d+)/s.exec(line) ?? []
  return round === undefined ? line : line.replace(/\)$/, `; inject round ${round} ${LED})`)
}
