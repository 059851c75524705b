import type { ConfigDir } from '../model/config-dir.ts'

/** How Stet is put into a client's settings and taken out of them. Texts in, texts out. */
export interface ClientSetup {
  /** As in `Client`. */
  readonly client: string
  /** The client's own folder. */
  readonly configDir: ConfigDir
  /** The file of settings, below the client's configuration folder. */
  readonly file: string
  /** Where a link to Stet's skills makes them known to the client, below its folder; not given where the settings do. */
  readonly skills?: string
  /** The settings with Stet in them, everything else as it was; the same text where it already exists. */
  install(text: string, paths: SetupPaths): string
  /** The settings without this or an older Stet; null where nothing but Stet was in the file. */
  remove(text: string, was: Was): string | null
  /** What to know or do after it. */
  readonly notes: readonly string[]
  /** What the client itself may keep of Stet after it was taken out. */
  readonly leftover?: Leftover
}

export interface Was {
  /** Where the settings are. */
  readonly file: string
  /** The settings before Stet came, where that is known: what is the same in them gets its own bytes back. */
  readonly before: string | undefined
}

export interface Leftover {
  /** Below the client's configuration folder. */
  readonly file: string
  readonly isIn: (text: string) => boolean
  /** How to have the client forget it. */
  readonly note: string
}

export interface SetupPaths {
  /** The folder of Stet's own package. */
  readonly root: string
  /** The Node that runs it now. */
  readonly node: string
}
