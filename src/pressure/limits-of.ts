import { Failure } from '../model/errors.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { areInOrder, thresholdsIn } from '../record/settings/thresholds.ts'
import { LIMITS, type Limits } from './limits.ts'

/** From where on something is worth saying, as it is set. */
export function limitsOf(settings: Settings): Limits {
  const limits: Limits = {
    ...LIMITS,
    ...thresholdsIn(settings),
    messages: {
      optional: settingIn(settings, 'messages.optional'),
      trigger: settingIn(settings, 'messages.trigger'),
      force: settingIn(settings, 'messages.force'),
    },
    turns: settingIn(settings, 'signals.turns'),
    rereads: settingIn(settings, 'signals.rereads'),
    repeats: settingIn(settings, 'signals.repeats'),
    similarity: settingIn(settings, 'signals.similarity'),
    verbosity: settingIn(settings, 'signals.verbosity'),
    overlap: settingIn(settings, 'signals.overlap'),
  }
  if (areInOrder(limits)) return limits
  const { warn, recommend, urgent } = limits
  throw new Failure(
    'config-invalid',
    `The thresholds are ${warn}, ${recommend} and ${urgent}, but the order must be warn ≤ recommend ≤ urgent ≤ 100.`,
    { facts: { warn, recommend, urgent }, hint: 'Run `stet config` to see where each of them is set.' },
  )
}
