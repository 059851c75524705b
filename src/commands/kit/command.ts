import type { Answer, Call, TerminalCall } from './call.ts'
import type { ArgumentValues, Fields, OptionValues, Shell } from './field.ts'
import type { Shape } from './shape.ts'

/** What commands are about, in the order of help. No command has such a name. */
export const TOPICS = {
  record: 'capture sessions, check and export them',
  find: 'list, read and search the record',
  cut: 'make a context smaller, split it, join it, undo',
  work: 'workstreams, phases and tickets',
  live: 'hooks, fullness of a context, servers and tools',
  chains: 'commits, their names, and new sessions from them',
  care: 'repair, back up and clean the record; settings',
} as const
export type Topic = keyof typeof TOPICS

export interface Example {
  readonly command: string
  readonly does: string
}

/** A command as a tool of an agent. */
export interface ToolOffer {
  readonly name?: string
  /** Whole sentences after the summary: when an agent should use it, and what it gets. */
  readonly about?: string
  /** The fields it takes; none of the others. */
  readonly fields: readonly string[]
  /** What an agent may leave out, and what it is then. */
  readonly defaults?: Readonly<Record<string, string>>
  /** Other names that are taken for fields. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Long answers come in pages. */
  readonly pages?: true
  /** Taken, but not listed any more. */
  readonly hidden?: true
  /** What the agent reads; the text for people unless there is one. */
  readonly text?: (value: never, input: never) => string | Promise<string>
}

/** A command as something that the viewer's page does to the session that is open. */
export interface ViewerOffer {
  readonly title: string
  readonly key: string
  /** Whether it is done to the rounds that are selected, to all where none are; or to the session as a whole, whatever is selected. */
  readonly on: 'rounds' | 'session'
  /** The fields of its form. */
  readonly form: readonly string[]
  /** What has to be chosen before. */
  readonly needs: 'nothing' | 'selection' | 'engagement' | 'either'
}

export interface Offer {
  /** In a terminal; hidden commands run and are in no list. */
  readonly cli?: true | 'hidden'
  /** Over HTTP under its own name, or under this one. */
  readonly http?: true | string
  readonly mcp?: ToolOffer
  readonly viewer?: ViewerOffer
}

/**
 * A command as data: a file below commands/, which every shell reads. Arguments, help, completion, what HTTP and MCP
 * take, documents and the viewer's forms come from it. `run` imports what it needs when it is called, so that help never
 * loads a store.
 */
export interface Command {
  /** One word or two (`tag suggest`); empty for `stet` alone. */
  readonly name: string
  readonly topic: Topic
  /** Begins with a verb; no full stop. */
  readonly summary: string
  /** Whole sentences below the summary. */
  readonly about?: string
  /** In a terminal words in this order; elsewhere fields like the options. */
  readonly arguments: Fields
  readonly options: Fields
  /** The first one is printed where something was missing. */
  readonly examples: readonly Example[]
  readonly output: Shape
  /** What the shape does not say, for documents. */
  readonly outputNote?: string
  readonly offer: Offer
  /** Gives it a dry run, and lets it come to an end of its own on Ctrl-C; only in some shells where these are named. */
  readonly writes?: true | readonly Shell[]
  /** Captures before it answers, so that programs ask for it as for what writes. */
  readonly captures?: true
  /** Over HTTP what a file holds is among its input, so that this may be long. */
  readonly takesFile?: true
  /** Runs until Ctrl-C, and comes to an end of its own then. */
  readonly stays?: true
  readonly run: (call: TerminalCall<never>) => Promise<Answer>
}

type Definition<A extends Fields, O extends Fields, C> = Omit<
  Command,
  'arguments' | 'options' | 'run' | 'offer' | 'examples'
> & {
  readonly arguments: A
  readonly options: O
  readonly run: (call: C) => Promise<Answer>
}
type InputOf<A, O> = ArgumentValues<A> & OptionValues<O>

/** A command that any shell may offer. */
export function defineCommand<const A extends Fields, const O extends Fields>(
  definition: Definition<A, O, Call<InputOf<A, O>>> & {
    readonly offer: Offer
    readonly examples: readonly Example[]
  },
): Command {
  return definition as unknown as Command // readFields gives `run` exactly what the definition says
}

/** A command that needs a terminal: it asks who runs it, prints while it works, or names places of this machine. */
export function defineTerminalCommand<const A extends Fields, const O extends Fields>(
  definition: Definition<A, O, TerminalCall<InputOf<A, O>>> & {
    readonly hidden?: true
    readonly examples: readonly [Example, ...Example[]]
  },
): Command {
  const { hidden, ...rest } = definition
  return { ...rest, offer: { cli: hidden ? 'hidden' : true } } as unknown as Command
}
