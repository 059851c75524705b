import { implicitReferences } from '../brief/render/implicit.ts'
import type { Graded } from './probes/grade.ts'
import type { About } from './render/about.ts'
import type { View } from './settle.ts'
import { hasScope, isTag, scopeOf } from './tag.ts'
import { tierName, tierOf } from './tier.ts'

export interface Gate {
  readonly name: string
  readonly pass: boolean
  readonly evidence: string
}

interface Gated {
  readonly view: View
  readonly about: About
  readonly state: string
  readonly prompt: string
  readonly grade: Graded
  /** The least the probes may come to; 3.5 unless set. */
  readonly least?: number
}

/** Lines that tell what the user asked for, in his words. */
const TASK = /^(?:- The user(?: began with|'s last request)|Check that the last request)/

/** What a compression must hold to be trusted, each point with what shows it. */
export function gatesOf(gated: Gated): readonly Gate[] {
  const { view, about, state, prompt, grade, least = 3.5 } = gated
  const told = { state: normal(state), prompt: normal(prompt) }
  const implicit = implicitReferences(prompt)
  const lacks = [
    ...(prompt.includes(about.session) ? [] : ['session']),
    ...(view.goals.length === 0 || /^## Task\n- \S/m.test(prompt) ? [] : ['task']),
    ...(/^## Next action\n\S/m.test(prompt) ? [] : ['next action']),
  ]
  const guesses = [
    ...view.decisions.filter((one) => tierName(tierOf(one, view)) === 'speculative'),
    ...(about.inherited?.decisions ?? []).filter((one) => tierName(one.tier) === 'speculative'),
  ]
  const lines = prompt
    .split('\n')
    .filter((line) => !TASK.test(line))
    .map(normal)
  const leaked = guesses.filter((one) =>
    lines.some((line) => line.includes(normal(one.text).slice(0, LEAKED)) && line.includes(`(round ${one.round}`)),
  )
  const reasoned = view.decisions.filter((one) => one.why !== undefined)
  const bare = reasoned.filter((one) => !`${told.state} ${told.prompt}`.includes(normal(one.why!).slice(0, REASON)))
  const vague = view.threads.filter((one) => one.text.split(/\s+/).length < 2)
  const lost = grade.probes.filter((probe) => probe.about === 'file' && probe.missing.length > 0)
  return [
    gate(
      'self-sufficient',
      lacks.length === 0,
      lacks.length === 0 ? 'the prompt names the session, the task and the next action' : `no ${lacks.join(', no ')}`,
    ),
    gate(
      'no implicit references',
      implicit.length === 0,
      implicit.length === 0
        ? 'none found'
        : implicit
            .slice(0, 3)
            .map(({ line, words }) => `line ${line}: "${words}"`)
            .join('; '),
    ),
    gate(
      'decisions include rationale',
      bare.length === 0,
      bare.length === 0
        ? `${reasoned.length} of ${view.decisions.length} were given a reason, which is told; each names its round`
        : `the reason of "${bare[0]!.text}" (round ${bare[0]!.round}) is not told`,
    ),
    gate(
      'open threads actionable',
      vague.length === 0,
      vague.length === 0
        ? `${view.threads.length} threads, each says what to do`
        : `"${vague[0]!.text}" (round ${vague[0]!.round}) says too little`,
    ),
    gate(
      'decisions have a tier',
      view.decisions.every((one) => tierOf(one, view) >= 0),
      `${view.decisions.length} decisions`,
    ),
    gate(
      'guesses stay out of the prompt',
      leaked.length === 0,
      leaked.length === 0 ? `${guesses.length} speculative` : `"${leaked[0]!.text}" (round ${leaked[0]!.round})`,
    ),
    gate('tag', isTag(about.tag), about.tag),
    gate(
      'probes',
      grade.overall >= least,
      grade.overall >= least ? `${grade.overall} of 5` : `${grade.overall} of 5; missing ${missingText(grade)}`,
    ),
    gate(
      'artifacts',
      lost.length === 0,
      lost.length === 0
        ? `${view.files.changed.length} changed files named`
        : `${lost[0]!.expected[0]} (round ${lost[0]!.round}) is not named`,
    ),
    ...(about.scope ? partialGates(gated) : []),
  ]
}

function partialGates({ about, prompt }: Gated): readonly Gate[] {
  const { scope, inherited } = about
  const foundation = prompt.indexOf('# Foundational Context')
  const current = prompt.indexOf('# Current Session')
  const hasLayers = inherited ? foundation !== -1 && foundation < current : true
  return [
    gate('scope is said', scope!.range[1] >= scope!.range[0], `rounds ${scope!.range.join(' to ')}`),
    gate(
      'only what is relevant is inherited',
      (inherited?.decisions ?? []).every((one) => one.relevance !== ''),
      inherited
        ? `${inherited.decisions.length} decisions, ${inherited.constraints.length} rules`
        : 'nothing inherited',
    ),
    gate('layers', hasLayers, inherited ? 'Foundational Context comes before Current Session' : 'nothing inherited'),
    gate(
      'inherited decisions name their source',
      !inherited || (inherited.description !== '' && prompt.includes(inherited.description)),
      inherited?.description ?? 'nothing inherited',
    ),
    gate('tag has the scope', hasScope(about.tag, scopeOf(scope!)), about.tag),
  ]
}

/** So much of the beginning of a reason must be told. */
const REASON = 30
/** Characters by which a guess is known in an entry of its round. */
const LEAKED = 60

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\(.)/g, '$1')
    .replace(/[\s…]+/g, ' ')
    .trim()
}

function gate(name: string, pass: boolean, evidence: string): Gate {
  return { name, pass, evidence }
}

function missingText({ probes }: Graded): string {
  return probes
    .filter((probe) => probe.missing.length > 0)
    .slice(0, 3)
    .map((probe) => `${probe.missing.join(', ')} (round ${probe.round})`)
    .join('; ')
}
