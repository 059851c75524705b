import type { Settings } from '../../model/settings.ts'
import { LIMITS, type Limits } from '../../pressure/limits.ts'
import type { SettingPlaces } from '../config/read-settings.ts'
import { limitsOf } from '../pressure/limits-of.ts'

/** What is set, for a hook: whatever is wrong with a file, the standard values hold and the agent goes on. */
export async function settingsForHook(places: SettingPlaces): Promise<Settings> {
  if (places.files.length === 0 && Object.keys(places.variables).length === 0) return {}
  try {
    const { readSettings } = await import('../config/read-settings.ts')
    const { settings } = await readSettings(places)
    limitsOf(settings)
    return settings
  } catch {
    return {}
  }
}

export async function limitsIn(places: SettingPlaces): Promise<Limits> {
  const settings = await settingsForHook(places)
  return Object.keys(settings).length === 0 ? LIMITS : limitsOf(settings)
}
