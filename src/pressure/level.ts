/** How much a context needs attention, the least first. */
const LEVELS = ['ok', 'notice', 'warn', 'recommend', 'urgent', 'force'] as const
export type Level = (typeof LEVELS)[number]

/** Whether a level is this one or a higher one. */
export function isAtLeast(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(other)
}

export function highest(levels: readonly Level[]): Level {
  return levels.reduce((most, level) => (isAtLeast(level, most) ? level : most), 'ok')
}
