import type { SettingName, SettingValue } from '../../model/settings.ts'

/** What a setting that had another name and other values has become. */
export interface FormerSetting {
  readonly name: SettingName
  readonly value: SettingValue
  /** What is said where it is found. */
  readonly warning: string
}

export const FORMER_NAME = 'context.compaction_guard'

/** What is set by a name of before; undefined for a name or a value that never was one. */
export function formerSetting(name: string, value: unknown): FormerSetting | undefined {
  if (name !== FORMER_NAME || typeof value !== 'boolean') return undefined
  const now = value ? 'guard' : 'off'
  return {
    name: 'context.compaction',
    value: now,
    warning: `${name} has become context.compaction, where it means "${now}".`,
  }
}
