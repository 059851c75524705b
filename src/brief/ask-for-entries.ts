import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { estimateTokens } from '../model/tokens.ts'
import type { Workspace } from '../record/workspace.ts'
import { provable } from './brief-rounds.ts'
import { FORM, INSTRUCTION } from './entries/instruction.ts'
import { type Provable, type Standing, type ToWrite, toWrite } from './entries/standing.ts'
import { standingOf } from './entries-of.ts'
import { type HandedOver, handedOver, handOver } from './hand-over.ts'
import { jsonIn, requireSummarizer, unavailable } from './open-summarizer.ts'

export type AskedFor = Awaited<ReturnType<typeof askForEntries>>

/** Characters of what was said that go into one request. */
const WINDOW = 120_000
/** What is written of a round is about so long. */
const ENTRIES_OF_ROUND = 600
const INSTRUCTIONS = `${INSTRUCTION}\n\nAnswer with one JSON object of this form and nothing else:\n${FORM}`

/**
 * Has a model write the entries that a session has none of yet, in steps: what the settings name, else the session's own
 * client. Says the price before, and asks each step twice at most: what was refused and asked goes back once.
 */
export async function askForEntries(
  workspace: Workspace,
  session: Session,
  { dryRun = false, say = () => undefined }: { readonly dryRun?: boolean; readonly say?: (line: string) => void } = {},
) {
  const model = await requireSummarizer(workspace, session)
  const proof = await provable(workspace, session)
  let standing: Standing = await standingOf(workspace, session)
  const { requests, tokens } = priceOf(proof, standing)
  if (requests > 0) say(`Asks ${model.name} ${requests} times at most, about ${tokens} tokens.`)
  const accepted = new Set<string>()
  const refused = new Map<string, HandedOver['refused'][number]>()
  let questions: HandedOver['questions'] = []
  while (!dryRun) {
    const asked = toWrite(proof, standing, WINDOW)
    if (asked.from > asked.to) break
    const first = await ask(promptOf(asked), asked)
    questions = first.questions
    if (first.questions.length + first.refused.length > 0) await ask(`${promptOf(asked)}\n\n${repairOf(first)}`, asked)
    standing = await standingOf(workspace, session)
  }
  const left = [...refused.values()].filter(({ id }) => !accepted.has(id))
  const now = handedOver(session, proof, { standing, accepted: [...accepted], refused: left, questions })
  return { ...now, by: model.name, tokens, requests }

  async function ask(prompt: string, { to }: ToWrite): Promise<HandedOver> {
    const sent = jsonIn(await model.write(INSTRUCTIONS, prompt))
    if (sent === undefined) throw unavailable(model.name, 'it answered no JSON with entries')
    const how = { writer: 'model', name: model.name, through: to } as const
    const made = await handOver(workspace, session, sent, how, proof)
    for (const id of made.accepted) accepted.add(id)
    for (const one of made.refused) refused.set(one.id, one)
    return made
  }
}

export interface AskFirst {
  /** Has a model write the entries that are missing, and is told the price before. */
  readonly asks?: ((line: string) => void) | undefined
  readonly dryRun?: boolean
}

/** Has a model write entries where that is wanted; where it cannot be reached, the work goes on without, with a warning. */
export async function askFirst(
  workspace: Workspace,
  session: Session,
  { asks: say, dryRun = false }: AskFirst,
): Promise<readonly string[]> {
  if (!say) return []
  if (dryRun) return ['A dry run asks no model.']
  try {
    const { refused, by } = await askForEntries(workspace, session, { say })
    return refused.map(({ text, why }) => `Not taken from ${by}: ${JSON.stringify(text.slice(0, 80))}: ${why}.`)
  } catch (error) {
    if (!isFailure(error, 'summarizer-unavailable', 'spend-limit')) throw error
    return [error.message]
  }
}

/** Tokens that are sent and received, as far as they can be foretold, and in how many requests: each step twice, with what was written before. */
function priceOf(proof: Provable, standing: Standing): { readonly requests: number; readonly tokens: number } {
  let [requests, chars, written, through] = [0, 0, 0, standing.through]
  for (;;) {
    const asked = toWrite(proof, { ...standing, through }, WINDOW)
    if (asked.from > asked.to) return { requests, tokens: estimateTokens(chars) }
    const made = (asked.to - asked.from + 1) * ENTRIES_OF_ROUND
    requests += 2
    chars += 2 * (INSTRUCTIONS.length + promptOf(asked).length + written + made)
    written += made
    through = asked.to
  }
}

function promptOf({ from, to, last, current, facts, words }: ToWrite): string {
  const part = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${heading}`, ...lines, '']
  return [
    `Rounds ${from} to ${to} of ${last}.`,
    '',
    ...part('What holds', current),
    ...part('What was done', facts),
    ...part('What was said', words),
  ].join('\n')
}

function repairOf({ accepted, refused, questions }: HandedOver): string {
  return [
    `You wrote entries of these rounds already. Accepted: ${accepted.join(', ') || 'none'}. Send only what is new or mended, and answers.`,
    ...(refused.length === 0 ? [] : ['Refused:', ...refused.map((one) => `- ${JSON.stringify(one)}`)]),
    ...(questions.length === 0 ? [] : ['Asked:', ...questions.map(({ id, ask }) => `- ${id}: ${ask}`)]),
  ].join('\n')
}
