import type { Block, BlockKind } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import { originOf } from '../model/origins.ts'
import type { Fidelity } from '../model/plan.ts'
import { parseRange, roundsIn } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { kindsOfPart, type RoundsRef, resolveRef } from '../record/naming/resolve-ref.ts'
import { blockText } from '../record/reading/block-text.ts'
import { commitOfRound } from '../record/reading/commit-of-round.ts'
import { provenOrigins } from '../record/reading/proven-origins.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import { roundsElsewhere } from '../record/reading/rounds-elsewhere.ts'
import type { Workspace } from '../record/workspace.ts'
import { passedBlocks } from '../redaction/passed-blocks.ts'
import { FULL } from '../surgery/fidelity.ts'
import { blocksAs } from './blocks-as.ts'
import { lowestIn, roundsNamed } from './show.ts'

interface Injected {
  readonly ref: string
  readonly session: string
  /** The first of the rounds. */
  readonly round: number
  readonly rounds: readonly number[]
  /** Where the rounds were first recorded, each as `<session>:<round>`. */
  readonly origins: readonly string[]
  /** The commits that hold the ends of the rounds there. */
  readonly commits: readonly string[]
  readonly text: string
  readonly blocks: readonly Block[]
}

interface InjectOptions {
  /** Which session a bare number is of; the newest of the folder unless given. */
  readonly session?: string | undefined
  readonly kinds?: readonly BlockKind[] | undefined
  readonly fidelity?: Fidelity | undefined
  /** Whose rounds are given as they were recorded; everybody's unless given. */
  readonly mayBeExact?: (session: Session) => Promise<boolean>
}

/**
 * One round, or a part of it, back from the record. A read: it never writes. A round that surgery brought into the
 * session comes from where it was first recorded, whole, whatever is shown of it here.
 */
export async function inject(
  workspace: Workspace,
  ref: string | RoundsRef,
  options: InjectOptions = {},
): Promise<Injected> {
  const rounds = typeof ref === 'string' ? await resolveRef(workspace, ref, options.session) : ref
  const { session, range, block, part, artifact } = rounds
  const { kinds = part === undefined ? undefined : kindsOfPart(part), fidelity = FULL, mayBeExact } = options
  const passed = async (blocks: readonly Block[], of: Session) =>
    passedBlocks(blocks, mayBeExact === undefined || (await mayBeExact(of)))
  if (artifact !== undefined) return injectKept(workspace, session, artifact, passed)
  const places =
    block === undefined
      ? await originalPlaces(workspace, session, range)
      : [await placeOf(workspace, session, Number(range))]
  const shown: Block[][] = []
  for (const place of places) {
    const held = await passed(await blocksHeld(workspace, place), place.session)
    shown.push(kinds ? held.filter((block) => kinds.includes(block.type)) : [...held])
  }
  const found = block === undefined ? shown : [[blockAt(session, places[0]!, block, shown[0] ?? [])]]
  const blocks = found.map((round, at) => blocksAs(round, fidelity, places[at]!.number))
  return {
    ref: `${session.id}:${range}${block === undefined ? '' : `:${block}`}`,
    session: session.id,
    round: places[0]!.number,
    rounds: [...new Set(places.map((place) => place.number))],
    origins: places.map((place) => `${place.session.id}:${place.round}`),
    commits: await commitsOf(workspace, places),
    text: blocks.map((round) => round.map(blockText).filter(Boolean).join('\n\n')).join('\n\n'),
    blocks: blocks.flat(),
  }
}

/** A tool's output that was replaced by its head and tail as it came, whole. */
async function injectKept(
  { store }: Workspace,
  session: Session,
  artifact: string,
  passed: (blocks: readonly Block[], of: Session) => Promise<readonly Block[]>,
): Promise<Injected> {
  const file = (await store.listSideFiles(session.id)).find((one) => one.artifact.startsWith(artifact))
  if (!file) {
    throw new Failure('artifact-missing', `Session ${session.id} has no output ${artifact}.`, {
      facts: { session: session.id, artifact },
      hint: `Run \`stet rounds ${session.id}\` to see what it has.`,
    })
  }
  const content = Buffer.from(await store.artifacts.get(file.artifact)).toString('utf8')
  const kept: Block = {
    block_id: `${session.id}:0:0`,
    session_id: session.id,
    round_seq: 0,
    role: 'user',
    type: 'tool_result',
    timestamp: file.at,
    content,
  }
  const blocks = await passed([kept], session)
  const text = String(blocks[0]!.content)
  const ref = `${session.id}:${file.artifact}`
  return { ref, session: session.id, round: 0, rounds: [], origins: [], commits: [], text, blocks }
}

/** The recorded lines of the rounds, byte for byte, from where they were first recorded. */
export async function* injectRaw(workspace: Workspace, { session, range }: RoundsRef): AsyncIterable<Buffer> {
  for (const { session: there, round } of await originalPlaces(workspace, session, range)) {
    const inner = innerOf(await workspace.store.listRounds(there.id), round)
    yield* await createRoundReader(workspace, there).stretches(round, inner)
  }
}

/** The blocks of a round, and of those that were a part of it when its number was given: all that a reference means. */
async function blocksHeld(workspace: Workspace, { session, round }: Place): Promise<readonly Block[]> {
  const rows = await workspace.store.listRounds(session.id)
  const engagement = rows.find((one) => one.round === round)?.engagement ?? null
  return createRoundReader(workspace, session).blocks({ round, engagement }, innerOf(rows, round))
}

function innerOf(rows: readonly RoundRow[], round: number): readonly number[] {
  return rows.filter(({ within }) => within === round).map((row) => row.round)
}

interface Place {
  readonly session: Session
  readonly round: number
  /** In the session that was asked for. */
  readonly number: number
}

/**
 * Where rounds were first recorded, and after that the session itself where more was done in them there; those whose
 * origin is not in the record are taken from the session alone.
 */
async function originalPlaces(workspace: Workspace, session: Session, range: string): Promise<readonly Place[]> {
  const { store } = workspace
  const rounds = await store.listRounds(session.id)
  const origins = await provenOrigins(workspace, session, rounds)
  const own = byNumber(rounds)
  const known = new Map<
    string,
    { readonly session: Session; readonly rounds: ReadonlyMap<number, RoundRow> } | undefined
  >()
  const places: Place[] = []
  for (const number of roundsIn(parseRange(range, session.facts.highestRound, session.id, lowestIn(rounds)))) {
    const origin = originOf(origins, number)
    const there = origin && (await originSession(origin.session))
    const first = origin && there?.rounds.get(origin.round)
    const here = own.get(number)
    if (first) places.push({ session: there!.session, round: origin.round, number })
    if (here && (!first || wentOn(first, here))) places.push({ session, round: number, number })
  }
  if (places.length > 0) return places
  const missing = [...known].flatMap(([id, found]) => (found ? [] : [id]))
  if (missing.length > 0) throw notInRecord(missing)
  throw new Failure('round-not-found', `Session ${session.id} has no request in ${roundsNamed(range)}.`, {
    facts: { session: session.id, range },
    hint: `Run \`stet rounds ${session.id}\` to see them.`,
  })

  function notInRecord(origins: readonly string[]): Failure {
    const message = `The rounds ${range} of session ${session.id} are those of ${origins.join(' and ')}, not in the record.`
    return new Failure('round-not-found', message, {
      facts: { session: session.id, range, missing: origins },
      hint: `Run \`stet inscribe PATH\` with the file of ${origins[0]}, or \`stet inscribe --all\`.`,
    })
  }

  async function originSession(id: string) {
    if (!known.has(id)) {
      const found = await store.findSession(id as Session['id'])
      const rounds = found ? await store.listRounds(found.id) : []
      known.set(id, found && { session: found, rounds: byNumber(rounds) })
    }
    return known.get(id)
  }
}

/** Rounds by their numbers; of a round that only others are left of, the last of these. */
function byNumber(rounds: readonly RoundRow[]): ReadonlyMap<number, RoundRow> {
  const inner = rounds.flatMap((row) => (row.within === undefined ? [] : [[row.within, row] as const]))
  return new Map([...inner, ...rounds.map((row) => [row.round, row] as const)])
}

/** Whether more was done in a round here than where it was first recorded. */
function wentOn({ ended }: RoundRow, here: RoundRow): boolean {
  return here.ended !== null && (ended === null || here.ended > ended)
}

async function commitsOf({ store }: Workspace, places: readonly Place[]): Promise<readonly string[]> {
  const commits: string[] = []
  for (const { session, round } of places) {
    const inner = innerOf(await store.listRounds(session.id), round)
    const commit = await commitOfRound(store, session.id, [round, ...inner])
    if (commit !== undefined) commits.push(commit)
  }
  return [...new Set(commits)]
}

/** Where a single round is: here, or for a row of an index where it was recorded. What the session does not have is refused. */
async function placeOf(workspace: Workspace, session: Session, round: number): Promise<Place> {
  const rows = await workspace.store.listRounds(session.id)
  parseRange(String(round), session.facts.highestRound, session.id, lowestIn(rows))
  if (rows.some((row) => row.round === round || row.within === round)) return { session, number: round, round }
  const row = (await roundsElsewhere(workspace, session, rows)).find(({ number }) => number === round)
  return row ? { session: row.session, number: round, round: row.row.round } : { session, number: round, round }
}

function blockAt(session: Session, place: Place, ordinal: number, blocks: readonly Block[]): Block {
  const block = blocks.find(({ block_id }) => block_id === `${place.session.id}:${place.round}:${ordinal}`)
  if (block) return block
  const { number } = place
  throw new Failure('round-not-found', `Round ${number} of session ${session.id} has no block ${ordinal}.`, {
    facts: { session: session.id, round: number, block: ordinal },
    hint: `Run \`stet inject ${session.id}:${number}\` for the whole round.`,
  })
}
