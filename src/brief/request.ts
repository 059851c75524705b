/** What somebody wants compressed, however it was said. */
export interface CompressRequest {
  readonly mode: 'lossy' | 'lossless'
  readonly turns:
    | { readonly kind: 'since last' }
    | { readonly kind: 'recent' }
    | { readonly kind: 'range'; readonly range: string }
    | { readonly kind: 'topics'; readonly from: string; readonly through: string }
  /** A tag or words; null for no inheritance. */
  readonly context: string | null
  readonly scope: string | null
}

export const DEFAULT_REQUEST: CompressRequest = {
  mode: 'lossy',
  turns: { kind: 'since last' },
  context: null,
  scope: null,
}

export function isPartial({ turns, context, scope }: CompressRequest): boolean {
  return turns.kind !== 'since last' || context !== null || scope !== null
}

/** Phrases that ask for a compression, most special first. */
const PHRASES: readonly (readonly [said: RegExp, means: (match: RegExpExecArray) => Partial<CompressRequest>])[] = [
  [
    /^compress (?:the )?recent(?: turns| rounds| part)?(?:,? (?:and )?bridg(?:e|ing) from (.+))?$/i,
    ([, context]) => ({ turns: { kind: 'recent' }, context: context === undefined ? null : bare(context) }),
  ],
  [
    /^compress from (.+?) (?:through|to|until|up to) (.+)$/i,
    ([, from, through]) => ({ turns: { kind: 'topics', from: bare(from!), through: bare(through!) } }),
  ],
  [
    /^compress (.+?),? (?:and )?pull(?:ing)? in (.+)$/i,
    ([, scope, context]) => ({ scope: bare(scope!), context: bare(context!) }),
  ],
  [/^(?:archive|preserve) (?:this|the|our) (?:conversation|session|chat)$/i, () => ({ mode: 'lossless' })],
  [
    /^(?:please )?(?:compress(?: (?:this|the|our))?(?: (?:conversation|session|context|chat))?|save(?: the)? state|summari[sz]e for continuation|(?:execute |run )?(?:the )?transmutation script)(?: now)?$/i,
    () => ({}),
  ],
]

/** Reads a trigger as people type it, in words or in flags; undefined for a text that is none. */
export function parseTrigger(text: string): CompressRequest | undefined {
  const said = text
    .trim()
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, ' ')
  if (/(?:^|\s)--(?:lossy|lossless|turns|context|scope)\b/.test(said)) return parseFlags(said)
  for (const [phrase, means] of PHRASES) {
    const match = phrase.exec(said)
    if (match) return { ...DEFAULT_REQUEST, ...means(match) }
  }
  return undefined
}

/** `compress --lossless --turns 16-35 --context attention consciousness`: an option takes every word up to the next one. */
function parseFlags(text: string): CompressRequest | undefined {
  const [head, ...parts] = text.split(/(?:^|\s)--(?=[a-z])/)
  if (!/^(?:compress)?$/i.test(head!.trim())) return undefined
  let request = DEFAULT_REQUEST
  for (const part of parts) {
    const [, name, rest] = /^([a-z-]+)[\s=]*(.*)$/s.exec(part)!
    const value = bare(rest!)
    if (name === 'lossy' || name === 'lossless') request = { ...request, mode: name }
    else if (value === '') return undefined
    else if (name === 'turns') request = { ...request, turns: turnsOf(value) }
    else if (name === 'context' || name === 'scope') request = { ...request, [name]: value }
    else return undefined
  }
  return request
}

export function turnsOf(value: string): CompressRequest['turns'] {
  return /^recent$/i.test(value) ? { kind: 'recent' } : { kind: 'range', range: value }
}

function bare(text: string): string {
  return text.replace(/^[\s"'“[]+|[\s"'”\]]+$/g, '')
}
