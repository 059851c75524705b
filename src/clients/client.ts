import type { BlockDraft } from '../model/block.ts'
import type { ConfigDir } from '../model/config-dir.ts'
import type { Context } from '../model/context.ts'
import type { EarlierNumbers } from '../model/session.ts'
import type { NotedFile, ToolAct, ToolOutcome } from '../model/tool-act.ts'
import type { LineEnd } from './lines.ts'
import type { ActivePath, Parser } from './parser.ts'
import type { SessionWriter, WriterTarget } from './session-writer.ts'

/**
 * What a client can do, ability by ability. Files and reader make it a full citizen of the record, of search and of the
 * viewer; the other abilities a client may have or not, and an action that needs one it lacks says so (`requireAbility`).
 * Adding a client is adding its folder and a line in clients/index.ts.
 */
export interface Client {
  /** As commands and the record call it. */
  readonly name: string
  /** As people call it, and what an agent of it without a name is called. */
  readonly label: string
  readonly agent: string
  /** Names the client's bytes in commits; concatenating two deltas of it is appending bytes. */
  readonly format: string
  /** How lines of older versions of the format become lines of this one, by the number of the version. */
  readonly olderFormats?: Readonly<Record<number, (bytes: Buffer) => Buffer>>
  readonly files: SessionFiles
  readonly reader: SessionReader
  /** What the client's tools are for. */
  readonly tools: Tools
  /** Tokens the model's window holds. */
  window?(model: string | null, largestContext: number): number
  /** What would be sent now. */
  readonly context?: ContextRules
  /** Writes a session that the client resumes. */
  writer?(target: WriterTarget): SessionWriter
  readonly repair?: Repair
  readonly stream?: LiveStream
  readonly compactions?: Compactions
  readonly history?: PromptHistory
}

/** A file in which the client notes every prompt that a person types, longer than it keeps the sessions themselves. */
export interface PromptHistory {
  /** Its name, below the client's configuration folder. */
  readonly file: string
  /** Reads one line; undefined where it is no prompt. */
  read(line: Buffer): Prompt | undefined
}

export interface Prompt {
  /** The client's own id of the session; null in lines of older versions. */
  readonly session: string | null
  readonly at: string | null
  readonly cwd: string | null
  readonly text: string
}

/** Where a client keeps its sessions, and how they are known. */
export interface SessionFiles {
  /** The client's own folder; absent where it keeps no sessions in files. */
  readonly configDir?: ConfigDir
  /** Every session file the client keeps under its configuration folder. */
  find(configDir: string): AsyncIterable<string>
  /** Whether a file of this name may hold a session; what it is, its content says. */
  mayHold(path: string): boolean
  /** Whether a file that begins so is this client's. */
  recognises(path: string, head: Buffer): boolean
  /** The client's own id of the session in a file. */
  identify(path: string, head: Buffer): string
  /** Whether that is only the name of the file: two of one name in two folders are two sessions. */
  readonly isNamedByFile?: true
  /** An id for a new session, where not any UUID will do. */
  newId?(now: Date): string
  /** The file in which the client goes on with the session of this one, where there is such a file. */
  successor?(path: string): string | undefined
  /** What a session's file is called, without its folder. */
  nameOf(sessionId: string): string
  /** So many days after a session was written to last, the client deletes its file, as a setting of it says. */
  keeps?(configDir: string): { readonly days: number; readonly setting: string }
  /** The session's id that a file of this name must have; undefined where the name says nothing. */
  idIn?(path: string): string | undefined
  /** Where the client looks for a session of this folder. */
  pathOf?(configDir: string, cwd: string, sessionId: string): string
  /** The command that resumes a session, by its id where the client looks for it, else by the path of its file. */
  resumeCommand?(session: string): string
  /** What a person types into the running client to go on in a session that it keeps itself. */
  typedResume?(session: string): string
  /** Whether that finds sessions of every folder, and not only those next to the one that runs. */
  readonly findsEveryFolder?: true
  /** The command that starts a new session; one of this id, where the client lets it be chosen. */
  startCommand?(session: string): { readonly command: string; readonly isOfId: boolean }
  /** The command that starts a new session with the text of a file, which is quoted already. */
  promptCommand?(file: string): string
  /** The folder for what the client keeps next to a session's file. */
  folderOf?(path: string): string
  /** What is in that folder. */
  sideFiles?(path: string): Promise<SideFiles>
  /** The tool call that started the subagent whose file this is, where the client noted it next to the file. */
  spawningCall?(path: string): Promise<string | null>
}

/** Bytes to rounds, spans, blocks and facts. */
export interface SessionReader {
  /** Goes on from what was saved; else from the first byte, with the numbers that an older Stet gave. */
  parser(saved?: string, earlier?: EarlierNumbers | null): Parser
  /** Where a line ends that may hold newlines, as a document does; absent where the next newline ends it. */
  readonly lineEnd?: LineEnd
  /** The blocks of one line of a file; a line that is no record has none. Some lines say more where a round begins with them. */
  blocks(line: Buffer, begins?: boolean): readonly BlockDraft[]
  /** Texts of files that the client noted in a line for itself: no model sees them, and no block has them. */
  notedFiles?(line: Buffer): readonly NotedFile[]
  /** Messages and characters of a delta, and the time of its last line. */
  count(delta: Buffer): { readonly messages: number; readonly chars: number; readonly lastTime: string | null }
  /** Where a session may have branches; else every round is active. */
  readonly paths?: {
    /**
     * Takes the graphs of a session's stretches in file order and gives each as text: all texts together are the same
     * for the same links, however these were cut into stretches.
     */
    links(): (graph: Uint8Array) => string
    /** Which rounds the client would resume, from the graphs of a session's stretches, the last in the file first. */
    active(graphs: () => AsyncIterable<Uint8Array>, isOrdered: boolean): Promise<ActivePath>
  }
}

/** A conversation, of which no block is held. */
export interface Fingerprint {
  /** As a `ContextReader` takes it. */
  add(line: Buffer, length?: number): void
  /** 32 hex digits for each block, made as they are asked for. */
  blocks(): Iterable<string>
}

/** What the client would send if a session were resumed: the only place that says so. */
export interface ContextRules {
  reader(how?: ContextReading): ContextReader
  /** The conversation the client sends when it resumes the file, block by block, each as JSON. */
  conversation(file: Buffer): readonly string[]
  /** The same for a file that is given line by line, and as little of each block as tells it from any other. */
  fingerprint(): Fingerprint
  /**
   * What these lines of a session would send, as one line for a session that goes on from them without holding them;
   * absent where the client's forks hold all lines.
   */
  inherited?(lines: readonly Buffer[]): Buffer
}

/** How a session is read: as it is unless told otherwise. */
export interface ContextReading {
  /** As it would be sent if nothing were wrong with it. */
  readonly mends?: boolean
  /** As if its client had never compacted it; together with `mends`. */
  readonly originals?: boolean
  /** As a session of several stretches that were joined: what hangs on a line that is not there follows the line before. */
  readonly bridges?: boolean
  /** Only which lines are sent, and in which order: nothing of what blocks say is held. */
  readonly inOutline?: boolean
}

/** Reads a session's lines; of each only an entry is kept, so that the largest session fits into memory. */
export interface ContextReader {
  /** Takes the next line of the file; with its length where another one is given in its place, because it is too long. */
  add(line: Buffer, length?: number): void
  /** `roundAt` tells which round owns the byte at an offset; it is asked for ascending ones. */
  context(roundAt: (at: number) => number): Context
}

/** Says what is wrong with a file, and reads it as if nothing were. */
export interface Repair {
  /** Reads a file's lines to say what keeps the client from resuming it whole. */
  examiner(): Examiner
}

/** What the client prints while it works, as a session of its own. */
export interface LiveStream {
  /** The session a line of the client's live output belongs to; undefined for a line of another kind. */
  sessionOf(line: Buffer): string | undefined
  /** Whether a turn ends with this line of live output, or something happens that is worth a commit. */
  sign(line: Buffer): 'turn' | 'event' | undefined
  /** A command that gives such output. */
  readonly example: string
}

/** The client's own compactions. */
export interface Compactions {
  /** What a compaction says it kept of the lines before it, if anything. */
  keptBy?(compaction: Buffer): Kept | undefined
  /** Looks for the lines that were kept, in the deltas before the compaction. */
  findKept?(kept: Kept): KeptFinder
  /** What the model wrote in a compaction of everything before it, without what the client puts around it. */
  summaryIn(compaction: Buffer): string | undefined
  /** The calls whose results the client cleared, in lines that say so and no more; undefined in any other. */
  cleared?(lines: Buffer): readonly string[] | undefined
  /** A compaction in the client's own form. */
  summaryLines(
    summary: string,
    target: { readonly sessionId: string; readonly cwd: string | null; readonly at: string },
  ): Buffer
}

export interface Tools {
  /** Whose long results a trim cuts unless told otherwise. */
  readonly trimmed: readonly string[]
  /** What a call does, from the tool's name and the recorded input. */
  act(name: string | undefined, input: unknown): ToolAct
  /** How a call ended, from the content of its result. */
  outcome(content: unknown, isError: boolean): ToolOutcome
}

export interface Examiner {
  /** Takes the next line of the file. */
  add(line: Buffer): void
  diagnose(): Diagnosis
}

/** What is wrong with a file; nothing for one that is resumed whole. */
export interface Diagnosis {
  readonly problems: readonly FileProblem[]
  /** What the client sends of the file as it is; nothing where it refuses it. */
  readonly messagesBefore: number
  readonly messagesAfter: number
  /** The sessions that its lines say they are of, each with the first such line; where the client writes that in lines. */
  readonly sessions?: ReadonlyMap<string, number>
}

export interface FileProblem {
  /** Counted from 1. */
  readonly line: number
  readonly what: string
  /** What a repair does about it. */
  readonly fix: string
}

/** The first and last line that a compaction kept, and the one they come after. */
export interface Kept {
  readonly head: string
  readonly anchor: string
  readonly tail: string
}

/** Looks for kept lines in deltas given one by one, the newest first. */
export interface KeptFinder {
  /** Reads the delta before those read so far; true when no older one is needed. */
  readBefore(delta: Buffer): boolean
  /** Where the lines are, in the order of the file; undefined while one of them was not read. */
  lines(): readonly LineInDelta[] | undefined
}

/** A line in one of several deltas; 0 is the newest. */
export interface LineInDelta {
  readonly delta: number
  readonly start: number
  readonly end: number
}

export interface SideFiles {
  /** Transcripts of subagents: sessions of their own. */
  readonly sessions: readonly string[]
  /** Everything else, with its path relative to the session's folder. */
  readonly others: readonly { readonly path: string; readonly name: string }[]
}
