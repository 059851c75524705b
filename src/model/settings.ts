/** What a setting's value may be. */
export type SettingValue = string | number | boolean | readonly string[]

interface Definition {
  readonly type: 'text' | 'texts' | 'whole' | 'number' | 'switch'
  readonly means: string
  /** What holds where nothing is set; null where nothing does. */
  readonly standard: SettingValue | null
  readonly example: string
  /** The texts it may be, where it may not be any. */
  readonly of?: readonly string[]
  /** Runs a program, or says who is sent what: a project's file may not set it, for it may be somebody else's. */
  readonly isPersonal?: true
  /** An address, which may have a password in it. */
  readonly isAddress?: true
  /** Not to be shown. */
  readonly isSecret?: true
}

/** Everything that can be set, by the name it has in the file and on the command line. */
export const SETTINGS = {
  'context.warn_threshold': whole(60, 'percent of the window from which the agent is reminded'),
  'context.recommend_threshold': whole(75, 'percent from which a trim or a rollover is recommended'),
  'context.urgent_threshold': whole(85, 'percent from which it is urgent'),
  'context.trim_threshold_chars': whole(500, 'characters that stay of a tool result in a trim'),
  'context.trim_target_tools': {
    type: 'texts',
    means: "tools whose results a trim cuts; if not set, the client's own list",
    standard: null,
    example: 'Read,Bash,Grep,Glob',
  },
  'context.check_interval_seconds': whole(60, 'at most one reminder in so many seconds'),
  'context.window': whole(0, 'tokens of the window; 0 takes what the client says, or the model'),
  'context.archive_command': {
    type: 'text',
    means: 'a command that archives sessions, run before a trim or a rollover writes; if it fails, there is a warning',
    standard: null,
    example: 'episodic-memory sync',
    isPersonal: true,
  },
  'context.launch_command': {
    type: 'text',
    means:
      "the command that starts the new session of a rollover, instead of the client's own; {session}, {prompt_file} (a file with the prompt) and {cwd} are replaced",
    standard: null,
    example: 'tmux new-window claude --resume {session}',
    isPersonal: true,
  },
  'context.retrieval_hint': {
    type: 'text',
    means:
      'how an agent can look things up, for the prompt of a rollover; if it is not set, the search of episodic-memory where that server is configured, else stet search',
    standard: null,
    example: 'stet search "what you need to find"',
  },
  'context.offload_chars': whole(
    0,
    'tool outputs longer than this are replaced at once by head, tail and a reference; 0 is off',
  ),
  'context.auto': {
    type: 'text',
    means:
      'the action at the end of a turn when the context is at the last level: off, emergency (compress into a state and a prompt), force (also start a fresh session)',
    standard: 'off',
    example: 'emergency',
  },
  'context.compaction': {
    type: 'text',
    of: ['off', 'guard', 'replace'],
    means:
      "the action at the client's own compaction: off does nothing; guard names the facts that must survive and restores those it left out; replace stops it, where the client allows that, and makes a smaller session to continue in",
    standard: 'guard',
    example: 'replace',
  },
  'context.trigger_phrases': {
    type: 'switch',
    means: 'react to phrases such as "compress the context" in prompts',
    standard: false,
    example: 'true',
  },
  'messages.optional': whole(30, 'messages from which a compression is possible'),
  'messages.trigger': whole(50, 'messages from which it is advised'),
  'messages.force': whole(70, 'messages from which it is due'),
  'checkpoint.every_turns': whole(1, 'capture at the end of every so many turns; 0 only at compactions and ends'),
  'checkpoint.grown_bytes': whole(
    262_144,
    'capture within a turn once the transcript has grown by so many bytes; 0 never',
  ),
  'signals.turns': whole(15, 'turns from which a session is worth compressing'),
  'signals.rereads': whole(3, 'reads of unchanged files that are a sign'),
  'signals.repeats': whole(2, 'pairs of replies that say the same that are a sign'),
  'signals.similarity': number(0.6, 'how alike two replies are that say the same, 0 to 1'),
  'signals.verbosity': number(2, 'how many times as long replies are that have become verbose'),
  'signals.overlap': number(0.1, "the share of the first request's words that recent rounds still have"),
  'condense.threshold_bytes': whole(25_000, 'bytes from which a folder of findings is condensed'),
  'condense.marker': {
    type: 'text',
    means: 'the name in the markers around findings',
    standard: 'RUNE:FINDING',
    example: 'REVIEW:FINDING',
  },
  'condense.filter': {
    type: 'switch',
    means: 'leave out findings that are mostly noise',
    standard: true,
    example: 'false',
  },
  'store.url': {
    type: 'text',
    means: "a database that several machines share as their record, instead of this machine's own",
    standard: null,
    example: 'postgres://stet@db.example/stet',
    isPersonal: true,
    isAddress: true,
    isSecret: true,
  },
  'store.artifacts': {
    type: 'text',
    means:
      'the place where a new shared store keeps its bytes, instead of the database; keys come only from the environment',
    standard: null,
    example: 's3://bucket?endpoint=https://s3.example',
    isPersonal: true,
    isAddress: true,
  },
  'summary.write': {
    type: 'switch',
    means: 'stet summary writes its page to tmp/scratch of the folder instead of printing it',
    standard: false,
    example: 'true',
  },
  'viewer.port': whole(7838, 'the port of stet view and stet serve; where it is taken, a free one'),
  'summarizer.kind': {
    type: 'text',
    means: 'a model that may enrich digests: anthropic, openai (any compatible server) or command; if not set, none',
    standard: null,
    example: 'command',
    isPersonal: true,
  },
  'summarizer.url': {
    type: 'text',
    means: 'the address of its server',
    standard: null,
    example: 'http://localhost:11434/v1',
    isPersonal: true,
  },
  'summarizer.model': { type: 'text', means: 'the name of the model', standard: null, example: 'qwen3' },
  'summarizer.api_key': {
    type: 'text',
    means: 'its key',
    standard: null,
    example: 'sk-…',
    isPersonal: true,
    isSecret: true,
  },
  'summarizer.command': {
    type: 'text',
    means: 'a command that reads instructions and text, and prints the answer',
    standard: null,
    example: 'claude -p',
    isPersonal: true,
  },
  'summarizer.spend_limit_tokens': {
    ...whole(200_000, 'tokens that may be sent and received in a day'),
    isPersonal: true,
  },
} as const satisfies Readonly<Record<string, Definition>>

export type SettingName = keyof typeof SETTINGS

interface Types {
  readonly text: string
  readonly texts: readonly string[]
  readonly whole: number
  readonly number: number
  readonly switch: boolean
}

/** What is set; what is not has its standard value. */
export type Settings = { readonly [Name in SettingName]?: Types[(typeof SETTINGS)[Name]['type']] }

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}

export function definitionOf(name: SettingName): Definition {
  return SETTINGS[name]
}

/** A setting's value, or its standard one. */
export function settingIn<Name extends SettingName>(settings: Settings, name: Name): NonNullable<Settings[Name]> {
  return (settings[name] ?? SETTINGS[name].standard) as NonNullable<Settings[Name]>
}

/** What a word of an environment variable or a command line means for a setting; undefined where it means nothing. */
export function settingFromText(name: SettingName, text: string): SettingValue | undefined {
  const { type } = definitionOf(name)
  if (text.trim() === '') return undefined
  switch (type) {
    case 'text':
      return fits(name, text) ? text : undefined
    case 'texts':
      return text.split(',').map((one) => one.trim())
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : undefined
    default:
      return fits(name, Number(text)) ? Number(text) : undefined
  }
}

/** Whether a value is of a setting's type. */
export function fits(name: SettingName, value: unknown): value is SettingValue {
  const { type, of } = definitionOf(name)
  switch (type) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' && (of?.includes(value) ?? true)
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')
    case 'switch':
      return typeof value === 'boolean'
    case 'whole':
      return Number.isSafeInteger(value) && (value as number) >= 0
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= 0
  }
}

/** What a setting takes, in words. */
export function typeInWords(name: SettingName): string {
  const { type, of } = definitionOf(name)
  if (of) return `one of ${of.join(', ')}`
  const words = {
    text: 'a text in quotes, and not an empty one',
    texts: 'a list of texts',
    whole: 'a whole number',
    number: 'a number of 0 or more',
    switch: 'true or false',
  }
  return words[type]
}

/** A setting's value as it may be seen by who looks at a list: a key is not. */
export function shownSetting(name: SettingName, value: SettingValue): SettingValue {
  return definitionOf(name).isSecret ? '(not shown)' : withoutPassword(name, value)
}

/** A setting's value as it is told to who asks for it: all of it, but for a password in an address. */
export function withoutPassword<V extends SettingValue | null>(name: SettingName, value: V): V | string {
  if (!definitionOf(name).isAddress || typeof value !== 'string') return value
  return value.replace(/^([^:]*:(?:\/\/)?[^:@/?]*):.*@/s, '$1:***@').replace(/([?&]password=)[^&]*/gi, '$1***')
}

/** A setting as it is written on a command line. */
export function settingText(value: SettingValue): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

function whole<const N extends number>(standard: N, means: string) {
  return { type: 'whole', means, standard, example: String(standard) } as const
}

function number(standard: number, means: string) {
  return { type: 'number', means, standard, example: String(standard) } as const
}
