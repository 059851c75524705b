import type { ActivePath, Taken } from '../clients/parser.ts'
import type { RoundId } from '../model/id.ts'
import { addPatch, type RoundPatch } from '../model/round-patch.ts'
import type { RoundText } from '../model/round-text.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { estimateTokens } from '../model/tokens.ts'
import { whereAvailable } from '../record/indexing/search-follower.ts'
import type { Workspace } from '../record/workspace.ts'
import { isSameButForMarks } from '../redaction/is-same-but-for-marks.ts'
import { mask } from '../redaction/mask.ts'

/** More rounds are never unfinished at the end of a stretch: they are wrong. */
const UNFINISHED = 4096

/** What is known of a round so far. */
interface Found {
  readonly patch: RoundPatch
  /** Undefined where it was compared already. */
  readonly text: string | undefined
}

interface RoundComparison {
  /** Takes what the next stretch says of its rounds. */
  add(stretch: Pick<Taken, 'rounds' | 'texts'>): Promise<void>
  /** What is wrong with the stored rounds, if anything; with a path, also whether those on it are the active ones. */
  fault(path: Pick<ActivePath, 'rounds' | 'cut'> | 'every round' | undefined): Promise<string | undefined>
}

/**
 * Compares a session's stored rounds, and what the search index has of them, with what its bytes say, which is given
 * stretch by stretch. A round is let go of as soon as it is as stored: only a few are unfinished at any time.
 */
export async function compareRounds(workspace: Workspace, session: Session): Promise<RoundComparison> {
  const { store, search } = workspace
  const unfinished = new Map<number, Found>()
  const right = new Map<number, 'active' | 'cut' | 'left'>()
  const { charsAToken } = session.facts
  let areWrong = false
  let areTextsRight = true
  let searches = await isIndexed()

  /** An index that is not up to date, or not there, is not wrong. */
  async function isIndexed(): Promise<boolean> {
    if (!search) return false
    return (await whereAvailable(() => search.findMark(session.id)))?.head === session.head
  }

  const rowsOf = (rounds: Iterable<number>) =>
    store.readRounds(Array.from(rounds, (round) => ({ session: session.id, round })))

  /** A round that was right and of which more is said must stay right with it. */
  async function takeBack(rounds: readonly RoundPatch[]): Promise<void> {
    const again = rounds.filter(({ round }) => right.has(round)).map(({ round }) => round)
    if (again.length === 0) return
    for (const row of await rowsOf(again)) unfinished.set(row.round, { patch: row, text: undefined })
    for (const round of again) right.delete(round)
  }

  function isRight(row: RoundRow, patch: RoundPatch, tag: string | null): boolean {
    for (const key of Object.keys(patch) as (keyof RoundPatch)[]) if (row[key] !== patch[key]) return false
    return row.tokenCount === estimateTokens(row.chars, charsAToken) && row.engagement === tag
  }

  async function letGo(): Promise<void> {
    const said: RoundText[] = []
    const rows = await rowsOf(unfinished.keys())
    const tags = await store.findTags(rows.map(({ roundId }) => roundId)) // what the journal says is the truth
    for (const row of rows) {
      const { patch, text } = unfinished.get(row.round)!
      if (!isRight(row, patch, tags.get(row.roundId) ?? null)) continue
      unfinished.delete(row.round)
      right.set(row.round, row.isCut ? 'cut' : row.active ? 'active' : 'left')
      if (text !== undefined) said.push({ round: row.round, roundId: row.roundId, text })
    }
    areWrong = unfinished.size > UNFINISHED
    if (searches && areTextsRight) areTextsRight = await areFound(said)
  }

  async function areFound(said: readonly RoundText[]): Promise<boolean> {
    const numbers = said.map(({ round }) => round)
    const indexed = await whereAvailable(() => search!.listRounds(session.id, numbers))
    if (indexed === undefined) searches = false
    const known = new Map(indexed?.map((round) => [round.round, round]))
    for (const round of said) if (searches && !(await saysSame(known.get(round.round), round))) return false
    return true
  }

  return {
    async add({ rounds, texts }) {
      if (areWrong) return
      await takeBack(rounds)
      const said = new Map(texts.map(({ round, text }) => [round, text]))
      for (const patch of rounds) {
        const more = said.get(patch.round) ?? ''
        const { patch: known, text } = unfinished.get(patch.round) ?? { text: '' }
        unfinished.set(patch.round, {
          patch: known ? addPatch(known, patch) : patch,
          text: text === undefined ? undefined : text + more,
        })
      }
      await letGo()
    },

    async fault(path) {
      const isWhole = unfinished.size === 0 && right.size === (await store.countRounds(session.id))
      if (!isWhole || (path && !areOnPath(right, path)))
        return 'its rounds are not those of its bytes and of the tag journal'
      const count = searches ? await whereAvailable(() => search!.countRounds(session.id)) : undefined
      if (areTextsRight && (count === undefined || count === right.size)) return undefined
      return (await isIndexed()) ? 'its search rows are not what its bytes say' : undefined // it was taken away meanwhile
    },
  }
}

function areOnPath(
  right: ReadonlyMap<number, string>,
  path: Pick<ActivePath, 'rounds' | 'cut'> | 'every round',
): boolean {
  const [active, cut] = path === 'every round' ? [right, new Set()] : [new Set(path.rounds), new Set(path.cut)]
  for (const [round, is] of right) {
    const isActive = active.has(round) && (round > 0 || path !== 'every round')
    if (is !== (cut.has(round) ? 'cut' : isActive ? 'active' : 'left')) return false
  }
  return true
}

/** What was in two pieces when it came was masked in two pieces. */
async function saysSame(indexed: RoundText | undefined, said: RoundText): Promise<boolean> {
  if (!indexed) return false
  if (indexed.text === said.text && indexed.roundId === said.roundId) return true
  const [a, b] = [await withoutSecrets(indexed), await withoutSecrets(said)]
  if (a.roundId !== b.roundId) return false
  return a.text === b.text || sorted(a.text) === sorted(b.text) || isSameButForMarks(a.text, said.text.toWellFormed())
}

/** What was queued is indexed where it was typed, or when it was given to the agent. */
function sorted(text: string): string {
  return text.split('\n').sort().join('\n')
}

async function withoutSecrets(round: RoundText): Promise<RoundText> {
  return {
    ...round,
    // An index of words keeps no half of a character; for each byte of it there may be a mark.
    roundId: round.roundId.toWellFormed().replace(/\ufffd+/g, '\ufffd') as RoundId,
    text: (await mask(round.text)).text.toWellFormed(),
  }
}
