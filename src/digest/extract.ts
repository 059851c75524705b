import { simpleCommands } from '../model/shell-words.ts'
import type { Entry, EntryDraft } from './entry.ts'
import { answered, answerTo, type Question } from './prose/answers.ts'
import { choiceIn } from './prose/choices.ts'
import { gatherProse } from './prose/gather.ts'
import { createScene } from './prose/scene.ts'
import { sentencesOf } from './prose/sentences.ts'
import { LONGEST, shortened } from './prose/shortened.ts'
import { termsIn } from './prose/terms.ts'
import type { Did, DigestRound } from './round.ts'
import { endOf, leftOpen } from './round-end.ts'
import type { SessionState } from './state.ts'
import { runDrafts } from './tools/runs.ts'
import { createFileTracker } from './tools/track-files.ts'

/**
 * Reads rounds that follow one another and gives what they mean, every entry with its round. No model, no network, the
 * same rounds always give the same entries. What tools print is read for errors and outcomes only: a file that says
 * "never do this" is no order of the user's.
 */
export function extract(rounds: readonly DigestRound[]): SessionState {
  const entries: Entry[] = []
  const files = createFileTracker()
  const plan = new Map<string, string>()
  const scene = createScene()
  let offered = ''
  /** What the agent asked at the end of the round before. */
  let asked: Question | undefined
  /** What the user wants, told in more than a word. */
  let wanted: string | undefined
  /** Of what he wants: what the agent began and did not come to the end of. */
  let begun: string | undefined
  for (const { round, events } of rounds) {
    const drafts: EntryDraft[] = []
    let isFirst = true
    scene.beginRound()
    const end = endOf(events)
    const lastDone = events.findLastIndex((event) => event.kind === 'did')
    for (const [at, event] of events.entries()) {
      if (event.kind === 'did') {
        drafts.push(...doneIn(event))
        scene.noteDone(event)
        continue
      }
      if (event.who === 'user') {
        if (isFirst) {
          const goal = goalOf(event.text)
          const isBrief = goal !== undefined && goal.split(/\s+/).length <= BRIEF && !goal.endsWith('?')
          if (isBrief && asked) wanted = answered(asked, goal)
          else if (!isBrief || begun === undefined) wanted = goal ?? wanted
          if (goal !== undefined) drafts.push({ kind: 'goal', who: 'user', text: wanted!, names: [], sure: 1 })
        }
        const chosen =
          choiceIn(event.text, offered) ?? (isFirst ? answerTo(asked, event.text, end.isChange) : undefined)
        if (chosen) drafts.push(chosen)
        isFirst = false
      } else offered = event.text
      drafts.push(...termsIn(event.text))
      drafts.push(...gatherProse(event.text, event.who, scene, at < lastDone))
    }
    begun = !end.isFinished && (end.isBegun || begun === wanted) ? wanted : undefined
    drafts.push(...leftOpen(end, begun))
    asked = end.asked === undefined ? undefined : { text: end.asked, isProposal: !end.isChange }
    for (const [place, draft] of drafts.entries()) entries.push(Object.assign(draft, { round, place }))
  }
  const first = rounds[0]?.round
  return { rounds: first === undefined ? [] : [[first, rounds.at(-1)!.round]], entries }

  function doneIn(did: Did): readonly EntryDraft[] {
    const { act, outcome } = did
    const commands = act.command === null ? [] : simpleCommands(act.command)
    return [
      ...files.follow(did, commands),
      ...runDrafts(did, commands),
      ...planDrafts(did),
      ...(outcome?.answers ?? []).map(({ question, answer }): EntryDraft => {
        const options = act.questions?.find((one) => one.question === question)?.options ?? []
        const rejected = options.filter((option) => option !== answer)
        return {
          kind: 'decision',
          who: 'user',
          text: `${shortened(question, LONGEST / 2)} → ${shortened(answer, LONGEST / 2 - 3)}`,
          names: [],
          sure: 1,
          ...(rejected.length > 0 && { rejected }),
        }
      }),
      ...(outcome?.said === undefined ? [] : gatherProse(outcome.said, 'user', scene)),
    ]
  }

  function planDrafts({ act: { plan: noted }, outcome }: Did): readonly EntryDraft[] {
    if (!noted || outcome?.failed) return []
    return noted.items.flatMap(({ id, text, status }, at): readonly EntryDraft[] => {
      const name = id ?? outcome?.planItem ?? null
      const known = text ?? (name === null ? undefined : plan.get(name))
      if (known === undefined) return []
      if (name !== null) plan.set(name, known)
      const isAnew = noted.isWhole && at === 0
      return [
        {
          kind: 'plan',
          text: shortened(known),
          key: name ?? known.toLowerCase(),
          status,
          ...(isAnew && { isAnew }),
        },
      ]
    })
  }
}

/** A message of so few words asks for nothing by itself: it answers, or says to go on. */
const BRIEF = 4

/** What the user wants in a round: the first sentences of what he says. */
function goalOf(text: string): string | undefined {
  const sentences = sentencesOf(text).map((sentence) => sentence.text)
  const said = sentences.length > 0 ? sentences : [text.trim().split('\n', 1)[0]!]
  if (said[0] === '') return undefined
  let goal = ''
  for (const sentence of said) {
    if (goal !== '' && goal.length + sentence.length > 280) break
    goal = goal === '' ? sentence : `${goal} ${sentence}`
  }
  return shortened(goal)
}
