import type { Graded } from './probes/grade.ts'
import type { About } from './render/about.ts'
import { NEXT, SAID } from './render/continuation-prompt.ts'
import { implicitReferences } from './render/line.ts'
import { checked, NOBODY } from './render/outline.ts'
import type { Shown } from './render/shown.ts'
import { hasScope, isTag, scopeOf } from './tag.ts'

export interface Gate {
  readonly name: string
  readonly pass: boolean
  readonly evidence: string
}

interface Gated {
  readonly shown: Shown
  readonly about: About
  readonly state: string
  readonly prompt: string
  readonly grade: Graded
  /** The least the probes may come to. */
  readonly least?: number
}

/** What a compression must hold to be trusted, each point with what shows it. */
export function gatesOf(gated: Gated): readonly Gate[] {
  const { shown, about, state, prompt, grade, least = 3.5 } = gated
  const { current } = shown.entries
  const lacks = [
    ...(prompt.includes(about.session) ? [] : ['session']),
    ...(/^## Task\n(?:\S)/m.test(prompt) ? [] : ['task']),
    ...(prompt.includes(`\n${NEXT}\n`) ? [] : ['next action']),
  ]
  const [own] = prompt.split(`\n${SAID}\n`)
  const implicit = implicitReferences(own!)
  const inherited = (about.inherited?.entries ?? []).map(({ entry }) => entry)
  const unchecked = [...current, ...inherited].filter((one) => !checked([one]).includes(one))
  const leaked = unchecked.find(({ text }) => own!.includes(text))
  const decisions = checked(current).filter(({ kind }) => kind === 'decision')
  const reasoned = decisions.filter(({ why }) => why !== undefined)
  const bare = reasoned.find(({ why }) => !flat(`${state} ${own}`).includes(flat(why!.text)))
  const threads = checked(current).filter(({ kind }) => kind === 'open' || kind === 'next')
  const vague = threads.find(({ text }) => text.trim().split(/\s+/).length < 2 && !/[^\p{ASCII}]/u.test(text))
  const lost = grade.probes.find(({ about: what, missing }) => what === 'file' && missing.length > 0)
  const missing = grade.probes.filter((probe) => probe.missing.length > 0)
  return [
    gate(
      'self-sufficient',
      lacks.length === 0,
      lacks.length === 0 ? 'the prompt names the session, the task and the next action' : `no ${lacks.join(', no ')}`,
    ),
    gate(
      'no implicit references',
      implicit.length === 0,
      implicit
        .slice(0, 3)
        .map(({ line, words }) => `line ${line}: "${words}"`)
        .join('; ') || 'none found',
    ),
    gate(
      'decisions include rationale',
      bare === undefined,
      bare
        ? `the reason of ${bare.id} is not told`
        : `${reasoned.length} of ${decisions.length} were given a reason, which is told`,
    ),
    gate(
      'open threads actionable',
      vague === undefined,
      vague ? `${vague.id} says too little: "${vague.text}"` : `${threads.length} threads, as somebody wrote them`,
    ),
    gate(
      'decisions have a tier',
      decisions.every(({ tier }) => tier !== undefined),
      `${decisions.length} decisions`,
    ),
    gate(
      'unchecked entries stay out of the prompt',
      leaked === undefined,
      leaked ? `${leaked.id} is in it` : `${unchecked.length} unchecked`,
    ),
    gate(
      'nothing stands where nobody wrote',
      current.length > 0 || prompt.split(NOBODY).length === 4,
      current.length > 0
        ? `${current.length} entries, each with its writer and round`
        : 'nobody wrote any, and the prompt says so',
    ),
    gate('tag', isTag(about.tag), about.tag),
    gate(
      'probes',
      grade.overall >= least,
      `${grade.overall} of 5${missing
        .slice(0, 3)
        .map((one) => `; missing ${one.missing.join(', ')} (round ${one.round})`)
        .join('')}`,
    ),
    gate(
      'artifacts',
      lost === undefined,
      lost
        ? `${lost.expected[0]} (round ${lost.round}) is not named`
        : `${shown.facts.files.length} changed files named`,
    ),
    ...(about.scope ? partialGates(gated, about.scope) : []),
  ]
}

function partialGates(
  { about: { inherited, tag }, prompt }: Gated,
  scope: NonNullable<About['scope']>,
): readonly Gate[] {
  const foundation = prompt.indexOf('# Foundational Context')
  const isLayered = !inherited || (foundation !== -1 && foundation < prompt.indexOf('# Current Session'))
  const none = 'nothing inherited'
  return [
    gate('scope is said', scope.range[1] >= scope.range[0], `rounds ${scope.range.join(' to ')}`),
    gate(
      'only what is relevant is inherited',
      (inherited?.entries ?? []).every(({ relevance }) => relevance !== ''),
      inherited ? `${inherited.entries.length} entries` : none,
    ),
    gate('layers', isLayered, inherited ? 'Foundational Context comes before Current Session' : none),
    gate(
      'what is inherited names its source',
      !inherited || prompt.includes(inherited.description),
      inherited?.description ?? none,
    ),
    gate('tag has the scope', hasScope(tag, scopeOf(scope)), tag),
  ]
}

function flat(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\(.)/g, '$1')
    .replace(/[\s…]+/g, ' ')
    .trim()
}

export function gate(name: string, pass: boolean, evidence: string): Gate {
  return { name, pass, evidence }
}
