import { addedNames } from '../../digest/added-names.ts'
import type { Gate } from '../../digest/gates.ts'
import type { Graded } from '../../digest/probes/grade.ts'
import { isFailure } from '../../model/errors.ts'
import { requireSummarizer } from '../brief/open-summarizer.ts'
import type { Workspace } from '../workspace.ts'

interface Judged {
  readonly prompt: string
  /** How much the state and the prompt hold together. */
  readonly graded: Graded
  readonly gates: readonly Gate[]
  /** How much the prompt holds by itself. */
  readonly alone: () => number
}

const PROMPT = `You get a handover from one coding agent to the next. Write it again so that it reads well: keep every
heading, every entry and every "(round N)" after it, keep names, paths, numbers and commands as they are, add nothing
that is not there. Answer with the text alone.`

/** A text that says the same better may be so much longer. */
const LONGER = 1.25

/** The prompt as the model writes it, where it holds as much as ours, adds nothing and passes the same gates; else ours. */
export async function enriched(
  workspace: Workspace,
  ours: Judged,
  judge: (prompt: string) => Judged,
  warnings: string[],
): Promise<Judged> {
  const summarizer = await requireSummarizer(workspace)
  try {
    const theirs = judge(`${(await summarizer.write(PROMPT, ours.prompt)).trim()}\n`)
    const why = whyNot(theirs, ours)
    if (why === undefined) return theirs
    warnings.push(`What ${summarizer.name} wrote was not taken: ${why}.`)
  } catch (error) {
    if (!isFailure(error, 'summarizer-unavailable', 'spend-limit')) throw error
    warnings.push(error.message)
  }
  return ours
}

function whyNot(theirs: Judged, ours: Judged): string | undefined {
  const failed = theirs.gates.find((gate, at) => !gate.pass && ours.gates[at]?.pass)
  if (failed) return `it fails the gate "${failed.name}"`
  const [held, wanted] = [theirs.alone(), ours.alone()]
  if (held < wanted) return `probes give it ${held} of 5, ours ${wanted}`
  if (theirs.prompt.length > ours.prompt.length * LONGER) return 'it is much longer'
  const [added] = addedNames(theirs.prompt, ours.prompt)
  return added === undefined ? undefined : `it names ${JSON.stringify(added)}, which is not in what it was given`
}
