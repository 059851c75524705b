import type { ProseKind } from '../entry.ts'
import type { Did } from '../round.ts'

/** How much of what tools read and wrote is looked through for a name; older texts are let go of first. */
const MOST_CHARS = 1_500_000

/**
 * What came up before a sentence was said. Names that tools printed are names in code; a name that comes from neither
 * tools nor earlier words is the speaker's own, and what it is said about matters.
 */
export interface Scene {
  /** Whether neither tools nor anybody named it before. */
  isNew(name: string): boolean
  wasSaid(name: string): boolean
  /** Whether something of this kind was said about it. */
  isAbout(kind: ProseKind, name: string): boolean
  noteSaid(names: readonly string[]): void
  noteEntry(kind: ProseKind, names: readonly string[]): void
  noteDone(did: Did): void
}

export function createScene(): Scene {
  const said = new Set<string>()
  const about = new Map<ProseKind, Set<string>>()
  const texts: string[] = []
  let chars = 0
  return {
    isNew: (name) => !said.has(name) && !texts.some((text) => text.includes(name)),
    wasSaid: (name) => said.has(name),
    isAbout: (kind, name) => about.get(kind)?.has(name) ?? false,
    noteSaid: (names) => {
      for (const name of names) said.add(name)
    },
    noteEntry: (kind, names) => {
      const known = about.get(kind)
      if (known) for (const name of names) known.add(name)
      else about.set(kind, new Set(names))
    },
    noteDone: ({ act, outcome }) => {
      const edits = (act.edits ?? []).map(({ before, after }) => `${before ?? ''}\n${after}`)
      const files = act.files.map(({ path }) => path)
      for (const text of [act.command ?? '', ...files, ...edits, outcome?.output ?? '']) {
        if (text === '') continue
        texts.push(text.slice(0, MOST_CHARS / 10).toLowerCase())
        chars += texts.at(-1)!.length
      }
      while (chars > MOST_CHARS && texts.length > 1) chars -= texts.shift()!.length
    },
  }
}
