import type { Graded } from './probes/grade.ts'
import type { About } from './render/about.ts'
import { NEXT, SAID } from './render/continuation-prompt.ts'
import { implicitReferences } from './render/line.ts'
import { nobody } from './render/outline.ts'
import type { Shown } from './render/shown.ts'
import { checked } from './render/shown.ts'
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
  const parts = {
    session: prompt.includes(about.session),
    task: /^## Task\n\S/m.test(prompt),
    'next action': prompt.includes(`\n${NEXT}\n`),
  }
  const lacks = Object.entries(parts).filter(([, isThere]) => !isThere)
  const [own] = prompt.split(`\n${SAID}\n`)
  const implicit = implicitReferences(own!).map(({ line, words }) => `line ${line}: "${words}"`)
  const inherited = (about.inherited?.entries ?? []).map(({ entry }) => entry)
  const unchecked = [...current, ...inherited].filter((one) => !checked([one]).includes(one))
  const leaked = unchecked.find(({ text }) => own!.includes(text))
  const decisions = checked(current).filter(({ kind }) => kind === 'decision')
  const reasoned = decisions.filter(({ why }) => why !== undefined)
  const bare = reasoned.find(({ why }) => !flat(`${state} ${own}`).includes(flat(why!.text)))
  const threads = checked(current).filter(({ kind }) => kind === 'open' || kind === 'next')
  const vague = threads.find(({ text }) => text.trim().split(/\s+/).length < 2 && !/[^\p{ASCII}]/u.test(text))
  const missed = grade.probes.filter(({ missing }) => missing.length > 0)
  const lost = missed.find(({ about: what }) => what === 'file')
  const probes = [
    `${grade.overall} of 5`,
    ...missed.slice(0, 3).map(({ missing, round }) => `missing ${missing.join(', ')} (round ${round})`),
  ].join('; ')
  return [
    without(
      'self-sufficient',
      lacks.map(([part]) => `no ${part}`).join(', '),
      `the prompt names the session, the task and the next action`,
    ),
    without('no implicit references', implicit.slice(0, 3).join('; '), 'none found'),
    without(
      'decisions include rationale',
      bare && `the reason of ${bare.id} is not told`,
      `${reasoned.length} of ${decisions.length} were given a reason, which is told`,
    ),
    without(
      'open threads actionable',
      vague && `${vague.id} says too little: "${vague.text}"`,
      `${threads.length} threads, as somebody wrote them`,
    ),
    gate(
      'decisions have a tier',
      decisions.every(({ tier }) => tier !== undefined),
      `${decisions.length} decisions`,
    ),
    without(
      'unchecked entries stay out of the prompt',
      leaked && `${leaked.id} is in it`,
      `${unchecked.length} unchecked`,
    ),
    gate(
      'nothing stands where nobody wrote',
      checked(current).length > 0 || prompt.split(nobody(shown)).length === 4,
      checked(current).length > 0
        ? `${current.length} entries, each with its writer and round`
        : 'nobody wrote any, and the prompt says so',
    ),
    gate('tag', isTag(about.tag), about.tag),
    gate('probes', grade.overall >= least, probes),
    without(
      'artifacts',
      lost && `${lost.expected[0]} (round ${lost.round}) is not named`,
      `${shown.facts.files.length} changed files named`,
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

/** A gate that holds where there is no fault. */
export function without(name: string, fault: string | undefined, well: string): Gate {
  return gate(name, !fault, fault || well)
}
