/** The shells that a command may be offered in. */
export type Shell = 'cli' | 'http' | 'mcp'

export interface Common {
  /** What it is, in a few words and without a full stop. */
  readonly summary: string
  /** The same for an agent, which reads it in each tool. */
  readonly forAgents?: string
  /** An argument that may be left out, or an option that may not. */
  readonly optional?: true
  readonly required?: true
  /** How help names the default, where the command finds it out when it runs. */
  readonly standard?: string
  /** The shells that take it, where these are not all that the command is offered in. */
  readonly only?: readonly Shell[]
  /** Its name in a shell, where that is another. */
  readonly names?: Readonly<Partial<Record<Shell, string>>>
  /** How help calls its value: `N`, `FILE`. */
  readonly label?: string
  /** What a terminal completes it with, where the kind does not say. */
  readonly complete?: 'file' | readonly string[]
}

/** Kinds of text, by what the text names. */
export const TEXT_KINDS = [
  'text',
  'session',
  'commit',
  'range',
  'ref',
  'engagement',
  'operation',
  'name',
  'ticket',
  'time',
] as const
export type TextKind = (typeof TEXT_KINDS)[number]

export interface TextMore extends Common {
  readonly default?: string
  /** Characters that it may have at most. */
  readonly max?: number
  /** Also the empty text. */
  readonly empty?: true
  /** Takes every word up to the next option. */
  readonly words?: true
}
export interface IntMore extends Common {
  readonly default?: number
  readonly min?: number
  readonly max?: number
}
export interface ChoiceMore extends Common {
  readonly default?: string
  /** The choice that a word means, where that is not the word itself. */
  readonly meant?: (word: string) => string
}
export interface ListMore extends Common {
  /** What its members name. */
  readonly of?: TextKind
  /** The only members there are. */
  readonly choices?: readonly string[]
  readonly least?: number
  readonly most?: number
  /** Characters that a member may have at most. */
  readonly max?: number
  /** In a terminal one word with commas. */
  readonly commas?: true
  /** In a terminal all words are one member. */
  readonly joined?: true
  /** In a terminal words that begin with a dash too, where no option is called so. */
  readonly dashed?: true
}

export type Field =
  | (TextMore & { readonly kind: TextKind })
  | (IntMore & { readonly kind: 'int' | 'number' })
  | (Common & { readonly kind: 'flag'; readonly default?: true })
  | (ChoiceMore & { readonly kind: 'choice'; readonly choices: readonly string[] })
  | (ListMore & { readonly kind: 'list' })
  /** Texts by their names. */
  | (Common & { readonly kind: 'map' })
  /** A place on this machine: terminals only. */
  | (Common & { readonly kind: 'file' | 'folder'; readonly default?: string })
  /** Objects that the command reads itself: programs only. */
  | (Common & { readonly kind: 'items' })
  /** What a file holds: a terminal names the file, others send the text. */
  | (Common & { readonly kind: 'content' })

export type Fields = Readonly<Record<string, Field>>
export type Content = NamedFile | { readonly text: string }

/** A file that words of a terminal name: a class, so that nothing a program sends can be one. */
export class NamedFile {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
}

/** What a command gets for a field that was given. */
export type Given<F> = F extends { readonly kind: 'int' | 'number' }
  ? number
  : F extends { readonly kind: 'flag' }
    ? boolean
    : F extends { readonly kind: 'choice' | 'list'; readonly choices: readonly (infer C)[] }
      ? F extends { readonly kind: 'list' }
        ? readonly C[]
        : C
      : F extends { readonly kind: 'list' }
        ? readonly string[]
        : F extends { readonly kind: 'map' }
          ? Readonly<Record<string, string>>
          : F extends { readonly kind: 'items' }
            ? readonly unknown[]
            : F extends { readonly kind: 'content' }
              ? Content
              : string

type IsThere = { readonly required: true } | { readonly default: string | number } | { readonly kind: 'flag' }
export type ArgumentValues<A> = {
  readonly [K in keyof A]: A[K] extends { readonly kind: 'list' }
    ? Given<A[K]>
    : A[K] extends { readonly optional: true }
      ? A[K] extends IsThere
        ? Given<A[K]>
        : Given<A[K]> | undefined
      : Given<A[K]>
}
export type OptionValues<O> = {
  readonly [K in keyof O]: O[K] extends IsThere ? Given<O[K]> : Given<O[K]> | undefined
}

export function text<const M extends Omit<TextMore, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'text', summary, ...more } as const
}

export function int<const M extends Omit<IntMore, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'int', summary, ...more } as const
}

export function number<const M extends Omit<IntMore, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'number', summary, ...more } as const
}

export function flag<const M extends Omit<Common, 'summary'> & { readonly default?: true }>(
  summary: string,
  more: M = {} as M,
) {
  return { kind: 'flag', summary, ...more } as const
}

export function choice<const C extends readonly string[], const M extends Omit<ChoiceMore, 'summary'>>(
  summary: string,
  choices: C,
  more: M = {} as M,
) {
  return { kind: 'choice', summary, choices, ...more } as const
}

export function list<const M extends Omit<ListMore, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'list', summary, ...more } as const
}

export function map<const M extends Omit<Common, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'map', summary, ...more } as const
}

export function file<const M extends Omit<Common, 'summary'> & { readonly default?: string }>(
  summary: string,
  more: M = {} as M,
) {
  return { kind: 'file', summary, ...more } as const
}

export function folder<const M extends Omit<Common, 'summary'> & { readonly default?: string }>(
  summary: string,
  more: M = {} as M,
) {
  return { kind: 'folder', summary, ...more } as const
}

export function content<const M extends Omit<Common, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'content', summary, ...more } as const
}

export function items<const M extends Omit<Common, 'summary'>>(summary: string, more: M = {} as M) {
  return { kind: 'items', summary, ...more } as const
}

/** Kinds of names that the record has, so that a terminal can complete them. */
export const WORD_KINDS = ['session', 'engagement', 'operation', 'commit', 'name'] as const
export type WordKind = (typeof WORD_KINDS)[number]

export function wordKindOf(field: Field): WordKind | undefined {
  const kind = field.kind === 'list' ? field.of : field.kind
  return WORD_KINDS.find((known) => known === kind)
}
