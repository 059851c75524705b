import { Failure } from '../../model/errors.ts'
import type { Plan } from '../../model/plan.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { Operated } from '../../surgery/operated.ts'
import type { Cut, SurgeryOptions } from '../../surgery/operations.ts'
import type { Subject } from '../../surgery/subject.ts'
import type { Answer, Call } from './call.ts'
import { type Fields, file, flag, list, type OptionValues, text } from './field.ts'
import { MAKE_FOLDER, PARTS, ROWS } from './fields.ts'
import { operatedText, type Printing } from './text/operated-text.ts'
import type { Around } from './text/resumable-text.ts'
import type { Screen } from './text/screen.ts'

/** Where the new session goes, and what happens to it then. Elsewhere than in a terminal it goes where its client looks. */
export const PLACING = {
  out: file('write the new session to this path', { label: 'PATH', standard: "the client's own folder" }),
  force: flag('replace a session that exists; undo brings it back', { only: ['cli'] }),
  parents: MAKE_FOLDER,
  exec: flag('resume the new session now', { only: ['cli'] }),
} as const satisfies Fields

/** Of a command that writes a context for a window that it may be too large for. */
export const FITTING = text('the most that it may take of the window; what is larger is cut in the gentlest way', {
  label: '75%|TOKENS|none',
  default: '75%',
  max: 20,
})

/** Options of every operation. */
export const OPERATION_OPTIONS = {
  fidelity: list('how kept rounds are shown: full, conversation, navigate, or forms by kind; =RANGE limits it', {
    label: 'FORM[=RANGE]',
    complete: ['full', 'conversation', 'navigate'],
    max: 400,
  }),
  ...PLACING,
  keep: flag('do not mark the source session as ended: you also continue it', { only: ['cli'] }),
  rows: ROWS,
  parts: PARTS,
} as const satisfies Fields

export type OperationInput = OptionValues<typeof OPERATION_OPTIONS>
type Given = Partial<OperationInput>

/** What the options say, for the action. */
export async function surgeryOptions(
  { fidelity = [], out, force, parents, keep, rows, parts }: Given,
  dryRun: boolean,
): Promise<SurgeryOptions> {
  const { parseFidelityRule } = await import('../../surgery/fidelity-rule.ts')
  const rules = fidelity.map(parseFidelityRule)
  return {
    rules,
    out,
    force: force ?? false,
    parents: parents ?? false,
    keep: keep ?? false,
    dryRun,
    rows: rows ?? 'full',
    parts: parts ?? false,
  }
}

/** Carries out one of the operations that make one session of one. */
export async function runCut(call: Call<Given>, reference: string, cut: Cut): Promise<Answer> {
  const { cutSession } = await import('../../surgery/operations.ts')
  return run(call, reference, (workspace, session, options) => cutSession(workspace, session, cut, options))
}

/** Carries out whatever plan a command makes of one session. */
export async function runPlan(call: Call<Given>, reference: string, plan: (subject: Subject) => Plan): Promise<Answer> {
  const { planSession } = await import('../../surgery/operations.ts')
  return run(call, reference, (workspace, session, options) => planSession(workspace, session, plan, options))
}

async function run(
  call: Call<Given>,
  reference: string,
  operate: (workspace: Workspace, session: Session, options: SurgeryOptions) => Promise<Operated>,
): Promise<Answer> {
  const options = await surgeryOptions(call.input, call.dryRun)
  const workspace = await call.workspace()
  const value = await operate(workspace, await call.session(reference), options)
  return operationAnswer(workspace, value, { exec: call.input.exec ?? false, dryRun: call.dryRun })
}

/** Only one session can be resumed in a terminal. */
export function refuseExecOfSeveral(exec: boolean, sessions: number): void {
  if (!exec || sessions <= 1) return
  throw new Failure('usage', '--exec resumes one session, but this makes several.', {
    hint: 'Leave --exec out, and resume the one you want.',
  })
}

/** How the text of an operation is printed here. */
export async function printingIn(workspace: Workspace, dryRun: boolean): Promise<Printing> {
  return { dryRun, here: workspace.cwd, inside: await insideClient(workspace) }
}

/** The client whose agent runs this; undefined where none does, or it is not known which. */
export async function insideClient(workspace: Workspace): Promise<Around | undefined> {
  const inside = await workspace.inside?.()
  if (inside?.client === undefined) return undefined
  const { clientAround } = await import('../../record/naming/client-around.ts')
  return clientAround(workspace, { ...inside, client: inside.client })
}

/** The answer of an operation, and what is to run after it. */
export async function operationAnswer(
  workspace: Workspace,
  value: Operated,
  { exec, dryRun }: { exec: boolean; dryRun: boolean },
) {
  const how = await printingIn(workspace, dryRun)
  return {
    value,
    text: (screen: Screen, shown: typeof value) => operatedText(shown, screen, how),
    extra: async () => {
      const { priceOf } = await import('../../surgery/price-of.ts')
      return { price: await priceOf(workspace, value) }
    },
    ...(exec && !dryRun && { exec: { command: value.sessions[0]!.resume, cwd: value.sessions[0]!.cwd } }),
  } satisfies Answer
}
