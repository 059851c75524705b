import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  advanced,
  closed,
  newEngagementFile,
  type PhaseWindow,
  phaseWindows,
  readEngagementFile,
} from '../model/engagement-file.ts'
import { Failure } from '../model/errors.ts'
import type { Workspace } from '../record/workspace.ts'
import { activeEngagements, type FoundEngagement } from './find-engagement-files.ts'
import { checkEngagement } from './tag.ts'

export interface EngagementStatus {
  readonly engagement: string
  readonly method: string | null
  readonly phase: string | null
  readonly started: string | null
  readonly path: string
  readonly phases: readonly PhaseWindow[]
}

/** What may follow each phase of the methods that are known, first what usually does; of other methods their user says it. */
const METHODS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  review: {
    recruit: ['dispatch'],
    dispatch: ['collect', 'recruit'],
    collect: ['consult', 'dispatch'],
    consult: ['synthesize', 'collect'],
    synthesize: ['respond'],
    respond: ['package'],
    package: [],
  },
  write: {
    gather: ['research'],
    research: ['draft'],
    draft: ['validate'],
    validate: ['iterate', 'draft'],
    iterate: ['validate', 'draft'],
  },
}
/** May follow any phase, in any method. */
const MONITORING = 'monitoring'
const PHASE = /^[a-z0-9][\w-]{0,99}$/i

interface StartOptions {
  readonly id?: string | undefined
  readonly phase?: string | undefined
  readonly dryRun?: boolean
}

/** Writes engagement.md into the folder, or engagement-<id>.md next to one that is there. */
export function startEngagement(
  { cwd, clock }: Workspace,
  method: string,
  { id, phase, dryRun = false }: StartOptions,
): EngagementStatus {
  const name =
    id ??
    `${method}-${basename(cwd)}`
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  checkEngagement(name)
  const first = phase ?? Object.keys(METHODS[method] ?? {})[0] ?? 'start'
  checkPhase(first)
  checkPhase(method)
  const here = activeEngagements(cwd).filter(({ path }) => dirname(path) === cwd)
  if (here.some((known) => known.id === name)) {
    throw new Failure('target-exists', `The engagement ${name} was already started, in ${here[0]!.path}.`, {
      hint: 'stet engage status',
    })
  }
  const path = join(cwd, here.length === 0 ? 'engagement.md' : `engagement-${name}.md`)
  const started = clock().toISOString()
  const text = newEngagementFile({ id: name, method, phase: first, started, domain: cwd })
  if (!dryRun) put(path, text, 'wx')
  return {
    engagement: name,
    method,
    phase: first,
    started,
    path,
    phases: [{ phase: first, from: started, to: null }],
  }
}

export function engagementStatus({ cwd }: Workspace): readonly EngagementStatus[] {
  return activeEngagements(cwd).map(statusOf)
}

/** Completes the phase and begins the next: the one named, or the one that follows in the method. */
export function advanceEngagement(
  workspace: Workspace,
  next: string | undefined,
  { id, dryRun = false }: { readonly id?: string | undefined; readonly dryRun?: boolean },
): EngagementStatus {
  const file = theEngagement(workspace, id)
  const follow = METHODS[file.method ?? '']?.[file.phase ?? '']
  const phase = next ?? follow?.[0]
  const now = file.phase ?? 'the start'
  if (phase === undefined) {
    throw new Failure('usage', `No phase is known to follow ${now} of ${file.id}.`, {
      hint:
        follow === undefined ? 'stet engage advance PHASE' : `stet engage advance ${MONITORING}, or stet engage close`,
    })
  }
  checkPhase(phase)
  if (follow !== undefined && phase !== MONITORING && !follow.includes(phase)) {
    throw new Failure('usage', `In ${file.method}, ${phase} does not follow ${now}.`, {
      facts: { engagement: file.id, phase, follow: [...follow, MONITORING] },
      hint: `stet engage advance ${[...follow, MONITORING].join(', or ')}`,
    })
  }
  const text = advanced(file, phase, workspace.clock().toISOString())
  if (!dryRun) put(file.path, text, 'w')
  return statusOf({ ...file, ...readBack(text), path: file.path })
}

/** Completes the engagement and puts its file into `.archive` next to it. */
export function closeEngagement(
  workspace: Workspace,
  { id, dryRun = false }: { readonly id?: string | undefined; readonly dryRun?: boolean },
): EngagementStatus {
  const file = theEngagement(workspace, id)
  const at = workspace.clock().toISOString()
  const archive = join(dirname(file.path), '.archive')
  const path = join(archive, `engagement-${file.id}-${at.slice(0, 19).replaceAll(':', '')}.md`)
  const text = closed(file, at)
  if (!dryRun) {
    if (!existsSync(archive)) mkdirSync(archive)
    put(path, text, 'wx')
    rmSync(file.path)
  }
  return statusOf({ ...readBack(text), path })
}

/** The engagement that is meant: the one that is active here, or the one named. */
export function theEngagement({ cwd }: Workspace, id: string | undefined): FoundEngagement {
  const active = activeEngagements(cwd)
  const [file, ...others] = id === undefined ? active : active.filter((known) => known.id === id)
  if (file && others.length === 0) return file
  if (file) {
    throw new Failure(
      'reference-ambiguous',
      `Several engagements are active here: ${active.map((one) => one.id).join(', ')}.`,
      {
        facts: { engagements: active.map((one) => one.id) },
        hint: `Name one with --id ${file.id}.`,
      },
    )
  }
  throw new Failure(
    'engagement-not-found',
    id === undefined ? `No engagement is active in ${cwd}.` : `The engagement ${id.slice(0, 80)} is not active here.`,
    {
      hint: 'stet engage start METHOD',
    },
  )
}

function statusOf(file: FoundEngagement): EngagementStatus {
  const { id, method, phase, started, path } = file
  return { engagement: id, method, phase, started, path, phases: phaseWindows(file) }
}

function readBack(text: string): Omit<FoundEngagement, 'path'> {
  return readEngagementFile(text)! // it was an engagement before
}

function checkPhase(phase: string): void {
  if (PHASE.test(phase)) return
  throw new Failure('name-invalid', `A phase cannot be called ${JSON.stringify(phase.slice(0, 80))}.`, {
    facts: { phase: phase.slice(0, 200) },
    hint: 'Use letters, digits and hyphens, such as draft.',
  })
}

function put(path: string, text: string, flag: 'w' | 'wx'): void {
  try {
    writeFileSync(path, text, { flag })
  } catch (error) {
    throw new Failure('target-unwritable', `${path} cannot be written.`, {
      facts: { path },
      hint: 'Check the permissions there, then try again.',
      cause: error,
    })
  }
}
