import type { SentenceClass } from '../classify/classify.ts'
import type { EntryDraft, ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { aroundDecision } from './decision.ts'
import { kindOf } from './kind-of.ts'
import type { Scene } from './scene.ts'
import { shortened } from './shortened.ts'
import { isTaking, type Voice, voiceOf, voicesOf } from './voices.ts'

type ProseDraft = Extract<EntryDraft, { kind: ProseKind }>

/** What a message says that should be known later: one entry for a sentence, of one kind. Its names are noted in the scene. */
export function gatherProse(text: string, who: Speaker, scene: Scene): readonly ProseDraft[] {
  const voices = voicesOf(text, who)
  const drafts: ProseDraft[] = []
  for (let at = 0; at < voices.length; at++) {
    const voice = voices[at]!
    const both = bothHalves(voice, voices[at + 1], scene)
    if (both) {
      drafts.push(decisionOf([both], 0))
      at++
      continue
    }
    const kind = kindOf(voice, scene)
    if (kind) drafts.push(kind === 'decision' ? decisionOf(voices, at) : draftOf(kind, voice))
  }
  for (const { kind, names } of drafts) scene.noteEntry(kind, names)
  for (const { names } of voices) scene.noteSaid(names)
  return drafts
}

/** Two sentences as one, where each names one option and only both together say that something was chosen. */
function bothHalves(first: Voice, second: Voice | undefined, scene: Scene): Voice | undefined {
  if (!second || first.paragraph !== second.paragraph || first.asks || second.asks) return undefined
  if (first.options.length !== 1) return undefined
  if (second.options.length !== 1 || first.options[0] === second.options[0]) return undefined
  if (first.who === 'agent' && ![first, second].some(({ categories }) => isTaking(categories))) return undefined
  const both = voiceOf({ ...first, text: `${first.text} ${second.text}` }, first.who)
  if (both.text.length > 240 || both.options.length < 2) return undefined
  const apart = Math.max(
    ...[first, second].map(({ chances }) => OWN.reduce((most, kind) => Math.max(most, chances[kind]), 0)),
  )
  return kindOf(both, scene) === 'decision' && both.chances.decision > apart / 2 ? both : undefined
}

/** What a sentence may be for by itself. */
const OWN = ['fact', 'thread', 'constraint', 'request', 'report'] as const

function draftOf(kind: ProseKind, voice: Voice): ProseDraft {
  return {
    kind,
    who: voice.who,
    text: shortened(voice.text),
    names: voice.names,
    sure: Math.round((voice.chances[kind as SentenceClass] ?? 0.5) * 100) / 100,
  }
}

function decisionOf(voices: readonly Voice[], at: number): ProseDraft {
  const { text, names, why, rejected } = aroundDecision(voices, at)
  return {
    ...draftOf('decision', { ...voices[at]!, text, names }),
    ...(why !== undefined && { why }),
    ...(rejected.length > 0 && { rejected }),
  }
}
