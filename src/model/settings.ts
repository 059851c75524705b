/** Everything that can be set, by the name it has in the file and on the command line. Each is a text. */
export const SETTINGS = {
  'context.archive_command': {
    means: 'a command that archives sessions; run before a trim writes, may fail with a warning',
    example: 'episodic-memory sync',
  },
} as const

export type SettingName = keyof typeof SETTINGS

/** What is set. */
export type Settings = { readonly [Name in SettingName]?: string }

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}
