import { type Settings, settingIn } from '../../model/settings.ts'

interface Thresholds {
  readonly warn: number
  readonly recommend: number
  readonly urgent: number
}

/** The percentages from which a session is reminded of, as they are set. */
export function thresholdsIn(settings: Settings): Thresholds {
  return {
    warn: settingIn(settings, 'context.warn_threshold'),
    recommend: settingIn(settings, 'context.recommend_threshold'),
    urgent: settingIn(settings, 'context.urgent_threshold'),
  }
}

export function areInOrder({ warn, recommend, urgent }: Thresholds): boolean {
  return warn <= recommend && recommend <= urgent && urgent <= 100
}
