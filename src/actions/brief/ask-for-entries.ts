import { FORM, INSTRUCTION } from '../../brief/entries/instruction.ts'
import type { Provable, Standing } from '../../brief/entries/take-in.ts'
import { type ToWrite, toWrite } from '../../brief/entries/to-write.ts'
import type { Summarizer } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Workspace } from '../workspace.ts'
import { unavailable } from './ask-server.ts'
import { type HandedOver, handOver } from './hand-over.ts'
import { guarded, openSummarizer } from './open-summarizer.ts'
import { ownClient } from './own-client.ts'
import { provable } from './provable.ts'
import { jsonIn } from './read-json.ts'
import { standingOf } from './standing-of.ts'

export interface AskedFor extends HandedOver {
  readonly by: string
  /** Tokens that are sent and received, as far as they can be foretold, and in how many requests. */
  readonly tokens: number
  readonly requests: number
}

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
): Promise<AskedFor> {
  const model = await writerOf(workspace, session)
  const proof = await provable(workspace, session)
  const price = priceOf(proof, await standingOf(workspace, session))
  const { requests, tokens } = price
  if (requests > 0) say(`Asks ${model.name} ${requests} times at most, about ${tokens} tokens.`)
  const accepted = new Set<string>()
  const refused = new Map<string, HandedOver['refused'][number]>()
  let questions: HandedOver['questions'] = []
  let last: HandedOver | undefined
  while (!dryRun) {
    const asked = toWrite(proof, await standingOf(workspace, session), WINDOW)
    if (asked.from > asked.to) break
    const first = await ask(promptOf(asked), asked)
    questions = first.questions
    if (first.questions.length + first.refused.length > 0) {
      await ask(`${promptOf(asked)}\n\n${repairOf(first)}`, asked)
    }
  }
  const standing = await standingOf(workspace, session)
  const end = last ?? {
    session: session.id,
    accepted: [],
    refused: [],
    questions: [],
    printed_chars: 0,
    through: standing.through,
    last: proof.record.last,
  }
  const left = [...refused.values()].filter(({ id }) => !accepted.has(id))
  return { ...end, accepted: [...accepted], refused: left, questions, by: model.name, tokens, requests }

  async function ask(prompt: string, { to }: ToWrite): Promise<HandedOver> {
    const sent = jsonIn(await model.write(INSTRUCTIONS, prompt))
    if (typeof sent !== 'object' || sent === null) throw unavailable(model.name, 'it answered no JSON with entries')
    const how = { writer: 'model', name: model.name, through: to } as const
    last = await handOver(workspace, session, sent, how, proof)
    for (const id of last.accepted) accepted.add(id)
    for (const one of last.refused) refused.set(one.id, one)
    return last
  }
}

async function writerOf(workspace: Workspace, session: Session): Promise<Summarizer> {
  const configured = await openSummarizer(workspace)
  if (configured) return configured
  const own = await ownClient(workspace, session)
  if (own) return guarded(workspace, own)
  throw new Failure('config-invalid', `No model is configured, and ${session.client} is not on PATH.`, {
    hint: 'Run `stet config set summarizer.kind command` and `stet config set summarizer.command "claude -p"`.',
  })
}

/** Each step twice, with what was written before. */
function priceOf(proof: Provable, from: Standing): { readonly requests: number; readonly tokens: number } {
  let [requests, chars, written] = [0, 0, 0]
  for (let standing = from; ; ) {
    const asked = toWrite(proof, standing, WINDOW)
    if (asked.from > asked.to) return { requests, tokens: estimateTokens(chars) }
    const made = (asked.to - asked.from + 1) * ENTRIES_OF_ROUND
    requests += 2
    chars += 2 * (INSTRUCTIONS.length + promptOf(asked).length + written + made)
    written += made
    standing = { ...standing, through: asked.to }
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
