import { BLOCK_KINDS } from '../../model/block.ts'
import { choice, type Field, flag, list, type TextKind, text } from './field.ts'

/** What a command says of a field that is narrower there. */
type More = Partial<Of<TextKind> & Of<'list'>>
type Of<K> = Omit<Extract<Field, { readonly kind: K }>, 'kind'>

/** Fields that many commands have. A command that means something narrower says so: `session({ optional: true })`. */
export function session<const M extends More>(more: M = {} as M) {
  return {
    kind: 'session' as const,
    summary:
      'the start of its id, its title, its path, or latest: the newest of this folder; inside an agent, its own' as string,
    ...(more.summary === undefined && { forAgents: 'the start of its id, its title, or latest: yours' }),
    ...more,
  }
}

export function sessions<const M extends More>(more: M = {} as M) {
  return {
    kind: 'list' as const,
    of: 'session' as const,
    summary: 'sessions, each by its id, title or path' as string,
    ...more,
  }
}

export function commit<const M extends More>(more: M = {} as M) {
  return {
    kind: 'commit' as const,
    summary: "the start of its id, its name, a compression's tag, or a session for its newest commit" as string,
    names: { cli: 'commit' },
    ...more,
  }
}

export function range<const M extends More>(more: M = {} as M) {
  return { kind: 'range' as const, summary: 'rounds, such as 47 or 3-9,12, or all' as string, ...more }
}

export function engagement<const M extends More>(more: M = {} as M) {
  return { kind: 'engagement' as const, summary: 'an engagement, such as console-work' as string, ...more }
}

export function time<const M extends More>(summary: string, more: M = {} as M) {
  return { kind: 'time' as const, summary, ...more }
}

export const CONTEXT_NAME = { kind: 'name', summary: 'the name: a word, or several with / between them' } as const

export function ticket<const M extends More>(more: M = {} as M) {
  return { kind: 'ticket' as const, summary: 'a ticket: its id, or the start of it' as string, ...more }
}

export const BLOCKS = list('only blocks of these kinds', {
  choices: BLOCK_KINDS,
  commas: true,
  label: 'KIND',
  most: BLOCK_KINDS.length,
})

export const MAKE_FOLDER = flag('make the folder that --out names, where it does not exist', { only: ['cli'] })

export const FIDELITY = text('how rounds are shown: full, conversation, navigate, or forms by kind', {
  label: 'FORM',
  max: 400,
})

export const RAW = flag('print the recorded lines, byte for byte', { only: ['cli'] })

/** Only what was said in a folder. */
export const PROJECT = text('only sessions of this folder: its path or its name', {
  label: 'FOLDER',
  complete: 'file',
  max: 4096,
})

export const CLIENT = text('only sessions of this client', { label: 'CLIENT', max: 200 })

export const BY = text('only sessions of this user: ada, or ada@desk', { label: 'USER', max: 200 })

export const MACHINE = text('only sessions that were last recorded on this machine', { label: 'HOST', max: 200 })

export const TEMPLATE = text('the kind of agent, such as reviewer', { label: 'NAME', max: 100 })

/** Where an index of older rounds ends. */
export const BORDER = time('where the index ends: a time, round:N, or a phase of the engagement')

export const WITH_MODEL = flag('have a model write entries first; see `stet handoff`', { only: ['cli'] })

export const FORCE = flag('replace a file that exists', { only: ['cli'] })

export const PARTS = flag('also list the parts of each new context: the round (0 for none) and tokens by kind', {
  only: ['http'],
})

export const ROWS = choice(
  'how long the rows of an index are: full, or short with tools and answer only',
  ['full', 'short'],
  {
    default: 'full',
    only: ['cli'],
  },
)
