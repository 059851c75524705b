import type { SentenceClass } from '../classify/classify.ts'
import type { EntryDraft, ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { aroundDecision } from './decision.ts'
import { kindOf } from './kind-of.ts'
import type { Scene } from './scene.ts'
import { shortened } from './shortened.ts'
import { isTaking, type Voice, voiceOf, voicesOf } from './voices.ts'

type ProseDraft = Extract<EntryDraft, { kind: ProseKind }>

/**
 * What a message says that should be known later: one entry for a sentence, of one kind. Its names are noted in the
 * scene. `isUnderWay`: work of the same round followed it.
 */
export function gatherProse(text: string, who: Speaker, scene: Scene, isUnderWay = false): readonly ProseDraft[] {
  const voices = voicesOf(text, who, isUnderWay)
  const drafts: ProseDraft[] = []
  /** The voice that the last draft is of. */
  let drafted = -1
  for (let at = 0; at < voices.length; at++) {
    const voice = voices[at]!
    const choice = oneChoice(voices, at, scene)
    if (choice) {
      drafts.push(decisionOf([choice.voice], 0).draft)
      at += choice.many - 1
      continue
    }
    const kind = kindOf(voice, scene)
    if (kind === 'decision') {
      const { draft, parts } = decisionOf(voices, at)
      if (parts[0]! < at && drafted === parts[0]) drafts.pop()
      drafts.push(draft)
      at = parts.at(-1)!
    } else if (kind) drafts.push(draftOf(kind, voice))
    if (kind) drafted = at
  }
  for (const { kind, names } of drafts) scene.noteEntry(kind, names)
  for (const { names } of voices) scene.noteSaid(names)
  return drafts
}

/** Two or three sentences as one, where each names one option at most and only together they say that something was chosen. */
function oneChoice(voices: readonly Voice[], at: number, scene: Scene): { voice: Voice; many: number } | undefined {
  const three = voices.slice(at, at + 3)
  for (const many of endsWithTaking(three) && mayBeOne(three) ? [3] : [2, 3]) {
    const parts = voices.slice(at, at + many)
    if (parts.length < many || !mayBeOne(parts)) return undefined
    const voice = voiceOf({ ...parts[0]!, text: parts.map(({ text }) => text).join(' ') }, parts[0]!.who, parts[0]!)
    if (voice.text.length > 240 || voice.options.length < 2) continue
    const apart = Math.max(...parts.flatMap(({ chances }) => OWN.map((kind) => chances[kind])))
    const isHalf = parts.some((part) => kindOf(part, scene) === 'decision')
    const isMore = kindOf(voice, scene) === 'decision' && voice.chances.decision > apart / 2
    if (isMore || (isHalf && voice.chances.decision > 0.2) || endsWithTaking(parts)) return { voice, many }
  }
  return undefined
}

/** `… So Kestrel.`: a person who names one of two again and says nothing else takes it. */
function endsWithTaking(parts: readonly Voice[]): boolean {
  const last = parts.at(-1)!
  return (
    parts.length === 3 && last.who === 'user' && last.options.length === 1 && last.text.trim().split(/\s+/).length < 5
  )
}

function mayBeOne(parts: readonly Voice[]): boolean {
  const [first] = parts
  if (first!.options.length !== 1) return false
  const most = first!.who === 'user' ? 3 : 2 // a word that nobody used before may be among them
  const many = new Set(parts.flatMap(({ options }) => options)).size
  return (
    parts.every(({ paragraph, asks, options }) => paragraph === first!.paragraph && !asks && options.length < most) &&
    many > 1 &&
    many <= most &&
    (first!.who === 'user' || parts.some(({ categories }) => isTaking(categories)))
  )
}

/** What a sentence may be for by itself. */
const OWN = ['fact', 'thread', 'constraint', 'request', 'report'] as const

function draftOf(kind: ProseKind, voice: Voice, { text, names }: Pick<Voice, 'text' | 'names'> = voice): ProseDraft {
  return {
    kind,
    who: voice.who,
    text: shortened(text),
    names,
    sure: Math.round((voice.chances[kind as SentenceClass] ?? 0.5) * 100) / 100,
  }
}

function decisionOf(voices: readonly Voice[], at: number): { draft: ProseDraft; parts: readonly number[] } {
  const { text, names, why, rejected, parts } = aroundDecision(voices, at)
  return {
    draft: {
      ...draftOf('decision', voices[at]!, { text, names }),
      ...(why !== undefined && { why }),
      ...(rejected.length > 0 && { rejected }),
    },
    parts,
  }
}
