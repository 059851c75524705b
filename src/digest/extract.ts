import { createFileTracker } from '../brief/facts/track-files.ts'
import { shortened } from '../brief/shortened.ts'
import { simpleCommands } from '../model/shell-words.ts'
import type { Entry, EntryDraft } from './entry.ts'
import { createExchange } from './exchange.ts'
import { decidedBy } from './prose/approved-plan.ts'
import { gatherProse } from './prose/gather.ts'
import { createScene } from './prose/scene.ts'
import { termsIn } from './prose/terms.ts'
import type { Did, DigestRound } from './round.ts'
import { endOf } from './round-end.ts'
import type { SessionState } from './state.ts'
import { chosenIn } from './tools/chosen.ts'
import { runDrafts } from './tools/runs.ts'

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
  let exchange = createExchange()
  let before = 0
  for (const { round, events } of rounds) {
    const isNext = round === before + 1
    if (!isNext) exchange = createExchange() // rounds between them may have answered what was asked
    before = round
    const drafts: EntryDraft[] = []
    let isFirst = true
    scene.beginRound(events, isNext)
    const end = endOf(events)
    const lastDone = events.findLastIndex((event) => event.kind === 'did')
    for (const [at, event] of events.entries()) {
      if (event.kind === 'did') {
        drafts.push(...doneIn(event))
        scene.noteDone(event)
        continue
      }
      let { text } = event
      let isAnswer = false
      if (event.who === 'user') {
        const heard = exchange.heard(text, isFirst, end)
        drafts.push(...heard.drafts)
        text = heard.rest
        isAnswer = heard.drafts.some(({ kind }) => kind === 'decision')
        isFirst = false
      } else drafts.push(...exchange.told(text, end))
      drafts.push(...termsIn(text))
      drafts.push(...gatherProse(text, event.who, scene, { isUnderWay: at < lastDone, isAnswer }))
    }
    drafts.push(...exchange.ended(end))
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
      ...chosenIn(did),
      ...(outcome?.approved === undefined ? [] : decidedBy(outcome.approved || (act.proposal ?? ''))),
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
