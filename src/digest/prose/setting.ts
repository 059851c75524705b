import type { Scene } from './scene.ts'
import type { Voice } from './voices.ts'

/** What a sentence is told by beside its own words. */
export type Told = Pick<
  Voice,
  | 'who'
  | 'text'
  | 'names'
  | 'matters'
  | 'options'
  | 'categories'
  | 'asks'
  | 'isListed'
  | 'isUnderWay'
  | 'isOneOfMany'
  | 'isPasted'
>

/**
 * Where a sentence is: its place in the message, what is said before and after it, what the round does, and whether its
 * names are new, were put forward by the agent, or come to be in files. The classifier has learned what that tells.
 */
export function settingOf(all: readonly Told[], at: number, scene: Scene): readonly string[] {
  const one = all[at]!
  const { who, names, options } = one
  const setting = [`at ${placeIn(all.length, at)}`, `many ${bucket(all.length)}`]
  const [before, after] = [all[at - 1], all[at + 1]]
  for (const [mark, next] of [
    ['v', before],
    ['x', after],
  ] as const) {
    if (!next) continue
    if (next.asks) setting.push(`${mark} asks`)
    if (isBrief(next)) setting.push(`${mark} brief`)
    for (const category of next.categories.names()) setting.push(`${mark} ${category}`)
  }
  setting.push(scene.isChanging() ? 'round changes' : 'round talks')
  const fresh = options.filter((name) => scene.isNew(name)).length
  setting.push(`new ${Math.min(fresh, 3)}`, `options ${Math.min(options.length, 3)}`)
  if (names.some((name) => scene.isWritten(name))) setting.push('written')
  if (options.some((name) => scene.isWritten(name))) setting.push('option written')
  if (who === 'user') {
    if (names.some((name) => scene.isOffered(name))) setting.push('offered')
    if (scene.wasAsked()) setting.push('asked')
    if (isBrief(one)) setting.push('brief', scene.wasAsked() ? 'brief asked' : 'brief unasked')
  } else {
    if (one.isUnderWay) setting.push('under way')
    if (one.isOneOfMany) setting.push('of many')
    if (scene.isAskedNow()) setting.push('answers')
  }
  if (one.isListed) setting.push('listed')
  if (one.isPasted) setting.push('pasted')
  for (const kind of ['decision', 'constraint', 'fact', 'thread'] as const)
    if (names.some((name) => scene.isAbout(kind, name))) setting.push(`about ${kind}`)
  for (const kind of ['decision', 'constraint', 'fact', 'thread'] as const)
    if (scene.isMatter(kind, one.matters)) setting.push(`matter ${kind}`)
  return setting.map((feature) => `${who} ${feature}`)
}

function placeIn(many: number, at: number): string {
  return many === 1 ? 'only' : at === 0 ? 'first' : at === many - 1 ? 'last' : 'middle'
}

function bucket(many: number): number {
  return many < 4 ? many : many < 8 ? 4 : 8
}

function isBrief({ text }: Told): boolean {
  return text.trim().split(/\s+/).length < 5
}
