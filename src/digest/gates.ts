import { implicitReferences } from './implicit.ts'
import type { Graded } from './probes/grade.ts'
import type { About } from './render/about.ts'
import type { View } from './settle.ts'
import { isTag } from './tag.ts'
import { tierName, tierOf } from './tier.ts'

export interface Gate {
  readonly name: string
  readonly pass: boolean
  readonly evidence: string
}

interface Gated {
  readonly view: View
  readonly about: About
  readonly prompt: string
  readonly grade: Graded
  /** The least the probes may come to; 3.5 unless set. */
  readonly least?: number
}

/** What a compression must hold to be trusted, each point with what shows it. */
export function gatesOf(gated: Gated): readonly Gate[] {
  const { view, about, prompt, grade, least = 3.5 } = gated
  const implicit = implicitReferences(prompt)
  const guesses = view.decisions.filter((one) => tierName(tierOf(one, view)) === 'speculative')
  const leaked = guesses.filter((one) => prompt.includes(one.text))
  const bare = view.decisions.filter((one) => one.why === undefined && one.round < 1)
  const vague = view.threads.filter((one) => one.text.split(/\s+/).length < 2)
  const lost = grade.probes.filter((probe) => probe.type === 'artifact' && probe.missing.length > 0)
  return [
    gate(
      'self-sufficient',
      /^## Next action\n\S/m.test(prompt) && prompt.includes(about.session),
      'the prompt names the session, the task and the next action',
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
      `${view.decisions.filter((one) => one.why !== undefined).length} of ${view.decisions.length} with the reason, each with its round`,
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
    gate('tag has the scope', about.tag.split('_').length >= 3, about.tag),
  ]
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
