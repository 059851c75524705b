import type { Settings } from '../model/settings.ts'
import { LIMITS, type Limits } from '../pressure/limits.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import type { SettingSources } from '../record/settings/read-settings.ts'

/** What is set, for a hook: whatever is wrong with a file, the standard values hold and the agent goes on. */
export async function settingsForHook(sources: SettingSources): Promise<Settings> {
  if (sources.files.length === 0 && Object.keys(sources.variables).length === 0) return {}
  try {
    const { readSettings } = await import('../record/settings/read-settings.ts')
    const { settings } = await readSettings(sources)
    limitsOf(settings)
    return settings
  } catch {
    return {}
  }
}

export async function limitsIn(sources: SettingSources): Promise<Limits> {
  const settings = await settingsForHook(sources)
  return Object.keys(settings).length === 0 ? LIMITS : limitsOf(settings)
}
