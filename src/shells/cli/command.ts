import type { WorkspaceOptions } from '../../actions/open-workspace.ts'
import type { Workspace } from '../../actions/workspace.ts'
import type { Environment } from './environment.ts'
import type { Progress } from './progress.ts'
import type { Screen } from './screen.ts'

/** The headings of `stet --help`, in order. */
export const GROUPS = [
  'Record',
  'Inspect',
  'Surgery',
  'Digest',
  'Workstreams',
  'Live',
  'Chains',
  'Maintain',
  'Shell',
] as const
type Group = (typeof GROUPS)[number]

/** Kinds of things in the record whose names a shell completes. */
export const WORD_KINDS = ['session', 'engagement', 'operation', 'commit', 'name'] as const
export type WordKind = (typeof WORD_KINDS)[number]

interface ArgumentDefinition {
  readonly summary: string
  readonly optional?: true
  /** Takes every word that is left. */
  readonly many?: true
  /** Takes words that begin with a dash too, where no option is called so. */
  readonly dashed?: true
  /** What a shell may complete it with: files, what the record has of a kind, or these words. */
  readonly complete?: 'file' | WordKind | readonly string[]
  /** May be a time; one without a zone is the user's own, and the answer says which moment that is. */
  readonly time?: true
}

export interface OptionDefinition {
  readonly summary: string
  /** What comes after the option, such as `DIR`; absent for a switch. */
  readonly value?: string
  readonly required?: true
  /** May be given several times. */
  readonly many?: true
  /** Takes every word up to the next option. */
  readonly words?: true
  /** The only values there are. */
  readonly choices?: readonly string[]
  readonly complete?: 'file' | WordKind | readonly string[]
  /** May be a time; one without a zone is the user's own, and the answer says which moment that is. */
  readonly time?: true
}

type Arguments = Readonly<Record<string, ArgumentDefinition>>
export type Options = Readonly<Record<string, OptionDefinition>>

export interface Example {
  readonly command: string
  readonly does: string
}

/**
 * A command as data. Parsing, help, completion, docs and the JSON switch all come from here: adding a command is adding
 * a file and a line in commands/index.ts. `run` imports its actions when it is called, so that help never loads a store.
 */
export interface Command {
  /** One word or two (`tag suggest`); empty for `stet` alone. */
  readonly name: string
  readonly group: Group
  readonly summary: string
  /** Whole sentences below the summary. */
  readonly about?: string
  readonly arguments: Arguments
  readonly options: Options
  /** The first one is printed where something was missing. */
  readonly examples: readonly [Example, ...Example[]]
  /** The shape of the JSON value, for docs. */
  readonly json: string
  /** Gives it `--dry-run`, and lets it come to an end of its own on Ctrl-C. */
  readonly writes?: true
  /** Runs until Ctrl-C, and comes to an end of its own then. */
  readonly stays?: true
  readonly run: (call: Call<Values, Values>) => Promise<Answer>
}

export type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

/** What a command is called with. */
export interface Call<A, O> {
  readonly args: A
  readonly options: O
  readonly dryRun: boolean
  readonly json: boolean
  readonly environment: Environment
  /** The folder of the record in use. */
  readonly storeDir: string
  readonly signal: AbortSignal
  readonly progress: Progress
  /**
   * The open workspace, closed when the command has ended. With `onlyLooks` a record that does not exist is an empty
   * one, and is not made.
   */
  readonly workspace: (use?: { readonly onlyLooks: boolean }) => Promise<Workspace>
  /** What a workspace is opened with, for a command that must not open the store itself. */
  readonly workspaceOptions: () => Promise<WorkspaceOptions>
  /** Prints before the answer, for people only. */
  readonly say: (text: (screen: Screen) => string) => Promise<void>
}

/** What a command says: one JSON value with its text for people, the same bit by bit where it may be long, or bytes as they are. */
export type Answer =
  | {
      readonly value: unknown
      readonly text: (screen: Screen) => string
      /** What went wrong with some of it, for people, on stderr. */
      readonly failures?: (screen: Screen) => string
      readonly exit?: number
      /** Work that nobody has to wait for, done when the answer is written. */
      readonly afterwards?: () => Promise<void>
      /** A command line to run when everything is written and the store is closed; in this folder if it is there. */
      readonly exec?: {
        readonly command: string
        readonly cwd: string
        readonly env?: Readonly<Record<string, string>>
      }
    }
  | {
      readonly items: AsyncIterable<Item>
      readonly json: readonly [before: string, after: string]
      readonly none: string
    }
  | { readonly stream: AsyncIterable<Uint8Array> }

/** One of several values that are printed one after the other, in a list where it is JSON. */
export interface Item {
  readonly value: unknown
  readonly text: (screen: Screen) => string
}

type ArgumentValues<A> = {
  readonly [K in keyof A]: A[K] extends { many: true }
    ? readonly string[]
    : A[K] extends { optional: true }
      ? string | undefined
      : string
}

type OptionValues<O> = {
  readonly [K in keyof O]: O[K] extends { many: true }
    ? readonly string[]
    : O[K] extends { value: string }
      ? O[K] extends { required: true }
        ? string
        : string | undefined
      : boolean
}

/** Checks a definition and gives `run` the types of its own arguments and options. */
export function defineCommand<const A extends Arguments, const O extends Options>(
  definition: Omit<Command, 'arguments' | 'options' | 'run'> & {
    readonly arguments: A
    readonly options: O
    readonly run: (call: Call<ArgumentValues<A>, OptionValues<O>>) => Promise<Answer>
  },
): Command {
  return definition as unknown as Command // the parser gives `run` exactly what the definition says
}

export const SESSION = {
  summary: 'an id or the start of one, a title, the path of a transcript, or latest',
  complete: 'session',
} as const
export const COMMIT = {
  summary: "a commit: its id or the start of it, a name of ctx list, a compression's tag, or a session for its head",
  complete: 'commit',
} as const
export const RANGE = { summary: 'rounds: 47, or 3-9,12, or all' } as const

/** Options every command has. */
export const GLOBAL_OPTIONS = {
  json: { summary: 'print one JSON value' },
  store: {
    summary: 'the record to use, instead of $STET_STORE, $STET_HOME or ~/.stet: a folder, or postgres://…',
    value: 'DIR',
    complete: 'file',
  },
  'no-color': { summary: 'print without colours, as with NO_COLOR' },
  help: { summary: 'show this help' },
  version: { summary: 'show the version' },
} as const satisfies Options

const DRY_RUN = { 'dry-run': { summary: 'say what would be done and do nothing' } } as const satisfies Options

/** Everything that may come after a command's name, its own options first. */
export function optionsOf(command: Command): Options {
  return { ...ownOptions(command), ...GLOBAL_OPTIONS }
}

/** The options that only this command has. */
export function ownOptions(command: Command): Options {
  return { ...command.options, ...(command.writes && DRY_RUN) }
}

export function fullName(command: Pick<Command, 'name'>): string {
  return command.name === '' ? 'stet' : `stet ${command.name}`
}

/** `<session>`, `[range]`, `[paths…]`. */
export function argumentForm(name: string, { optional, many }: ArgumentDefinition): string {
  const inner = many ? `${name}…` : name
  return optional ? `[${inner}]` : `<${inner}>`
}

/** `--to raw|json`, `--store DIR`, `--all`. */
export function optionForm(name: string, { value, choices }: OptionDefinition): string {
  if (value === undefined) return `--${name}`
  return `--${name} ${choices && isShort(choices) ? choices.join('|') : value}`
}

/** The summary, with the choices where the form of the option does not name them. */
export function optionSummary({ summary, choices, time }: OptionDefinition): string {
  if (time) return `${summary}${OWN_TIME}`
  return choices && !isShort(choices) ? `${summary}: ${choices.join(', ')}` : summary
}

export function argumentSummary({ summary, time }: ArgumentDefinition): string {
  return time ? `${summary}${OWN_TIME}` : summary
}

const OWN_TIME = '; your own time unless it names a zone'

function isShort(choices: readonly string[]): boolean {
  return choices.join('|').length <= 30
}

export function usageOf(command: Command): string {
  const own = ownOptions(command)
  const options = Object.entries(own).map(([name, option]) =>
    option.required ? optionForm(name, option) : `[${optionForm(name, option)}]`,
  )
  const args = Object.entries(command.arguments).map(([name, argument]) => argumentForm(name, argument))
  return [fullName(command), ...args, ...options].join(' ')
}
