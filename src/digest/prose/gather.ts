import { shortened } from '../../brief/shortened.ts'
import { matterOf } from '../classify/matter.ts'
import { wordsIn } from '../classify/words.ts'
import type { EntryDraft, ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { assentIn } from './assent.ts'
import { aroundDecision, pickIn } from './decision.ts'
import { kindOf } from './kind-of.ts'
import type { Scene } from './scene.ts'
import { type Voice, voicesOf } from './voices.ts'

type ProseDraft = Extract<EntryDraft, { kind: ProseKind }>

/** What is known of a message beside its words. */
interface Circumstances {
  /** Work of the same round followed it. */
  readonly isUnderWay?: boolean
  /** It was read as the answer to a question before. */
  readonly isAnswer?: boolean
}

/**
 * What a message says that should be known later: one entry for a sentence, of one kind. Its names are noted in the
 * scene.
 */
export function gatherProse(
  text: string,
  who: Speaker,
  scene: Scene,
  { isUnderWay = false, isAnswer = false }: Circumstances = {},
): readonly ProseDraft[] {
  const voices = voicesOf(text, who, isUnderWay, scene)
  const drafts: ProseDraft[] = []
  /** The voice that the last draft is of. */
  let drafted = -1
  const pick = pickIn(voices)
  for (let at = 0; at < (pick?.from ?? voices.length); at++) {
    const voice = voices[at]!
    const assent = isAnswer ? undefined : assentIn(voice, scene)
    if (assent) {
      drafts.push(assent)
      drafted = at
      continue
    }
    const kind = kindOf(voice, scene)
    if (isAnswer && at === 0 && kind === 'decision') continue
    if (kind === 'decision') {
      const { draft, parts } = decisionOf(voices, at)
      if (parts[0]! < at && drafted === parts[0]) drafts.pop()
      drafts.push(draft)
      at = parts.at(-1)!
    } else if (kind) drafts.push(draftOf(kind, voice))
    if (kind) drafted = at
  }
  if (pick) drafts.push(draftOf('decision', voices.at(-1)!, pick))
  for (const { kind, names, text: told } of drafts) scene.noteEntry(kind, names, mattersIn(told))
  for (const { names, matters } of voices) scene.noteSaid(names, matters)
  return drafts
}

function draftOf(
  kind: Exclude<ProseKind, 'goal'>,
  voice: Voice,
  { text, names }: Pick<Voice, 'text' | 'names'> = voice,
): ProseDraft {
  const sure = Math.round(voice.chances[kind] * 100) / 100
  return { kind, who: voice.who, text: shortened(text), names, sure }
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

function mattersIn(text: string): readonly string[] {
  return wordsIn(text)
    .map(matterOf)
    .filter((one) => one !== '')
}
