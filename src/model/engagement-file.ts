import { toUtc } from './time.ts'

/** What an engagement.md says: the workstream, the phase it is in, and when the phases before it were completed. */
export interface EngagementFile {
  readonly id: string
  readonly method: string | null
  readonly phase: string | null
  readonly started: string | null
  readonly completed: readonly { readonly phase: string; readonly at: string | null }[]
  readonly parent: string | null
  /** The file, byte for byte; edits change only what they say. */
  readonly text: string
}

/** A stretch of time in which an engagement was in a phase; open where an end is null. */
export interface PhaseWindow {
  readonly phase: string
  readonly from: string | null
  readonly to: string | null
}

const FRONTMATTER = /^---[^\S\n]*\n([\s\S]*?)\n---[^\S\n]*(?:\n|$)/

/** Reads the frontmatter; undefined for a text that has none, or names no engagement. */
export function readEngagementFile(text: string): EngagementFile | undefined {
  const front = FRONTMATTER.exec(text.replace(/\r\n/g, '\n'))?.[1]
  if (front === undefined) return undefined
  const fields = new Map<string, string>()
  let key = ''
  for (const line of front.split('\n')) {
    const field = /^([A-Za-z_][\w-]*)\s*:(.*)$/.exec(line)
    if (field) key = field[1]!
    fields.set(key, field ? field[2]! : `${fields.get(key) ?? ''}\n${line}`)
  }
  const plain = (name: string) => scalar(fields.get(name) ?? '')
  const id = plain('engagement_id')
  if (id === null) return undefined
  return {
    id,
    method: plain('method'),
    phase: plain('phase'),
    started: toUtc(plain('started')) ?? null,
    completed: completedIn(fields.get('phases_completed') ?? ''),
    parent: plain('parent_engagement'),
    text,
  }
}

/** The phases one after the other, each from the end of the one before it. */
export function phaseWindows({ started, completed, phase }: EngagementFile): readonly PhaseWindow[] {
  const windows: PhaseWindow[] = []
  let from = started
  for (const done of completed) {
    windows.push({ phase: done.phase, from, to: done.at })
    from = done.at
  }
  return phase === null ? windows : [...windows, { phase, from, to: null }]
}

/** The file with the phase completed and another begun. Everything else stays as it is, byte for byte. */
export function advanced(file: EngagementFile, next: string, at: string): string {
  const done = file.phase === null ? file.text : withCompleted(file, file.phase, at)
  return withField(done, 'phase', next)
}

/** The file with its last phase completed. */
export function closed(file: EngagementFile, at: string): string {
  const done = file.phase === null ? file.text : withCompleted(file, file.phase, at)
  return withField(withField(done, 'phase', 'closed'), 'closed', at)
}

export function newEngagementFile(fields: {
  readonly id: string
  readonly method: string
  readonly phase: string
  readonly started: string
  readonly domain: string
}): string {
  return `---
method: ${fields.method}
engagement_id: ${fields.id}
phase: ${fields.phase}
started: ${fields.started}
phases_completed: []
obligations: []
actors: []
domains:
  - ${JSON.stringify(fields.domain)}
parent_engagement: null
---

# ${fields.id}

## Context for successor agents

`
}

function scalar(text: string): string | null {
  const bare = text.replace(/\s+#.*$/, '').trim()
  const quoted = /^(["'])(.*)\1$/.exec(bare)
  const value = quoted ? quoted[2]! : bare
  return value === '' || value === 'null' || value === '~' ? null : value
}

/** `- phase: x` with `completed: t` in block or flow form. */
function completedIn(text: string): EngagementFile['completed'] {
  return [...text.matchAll(/phase\s*:\s*(["']?)([^"',}\n]+)\1(?:[\s,]+completed\s*:\s*(["']?)([^"',}\n]+)\3)?/g)].map(
    ([, , phase, , at]) => ({ phase: phase!.trim(), at: toUtc(at?.trim()) ?? null }),
  )
}

function withCompleted({ text }: EngagementFile, phase: string, at: string): string {
  const item = `\n  - phase: ${phase}\n    completed: ${at}`
  const field = /^phases_completed[^\S\n]*:[^\S\n]*(\[[^\]]*\])?[^\S\n]*((?:\n[^\S\n]+\S.*|\n-[^-\n].*)*)/m.exec(text)
  if (!field) return withField(text, 'phases_completed', item)
  const [whole, flow, block = ''] = field
  const kept =
    flow === undefined
      ? block
      : completedIn(flow)
          .map((done) => `\n  - phase: ${done.phase}\n    completed: ${done.at}`)
          .join('')
  return `${text.slice(0, field.index)}phases_completed:${kept}${item}${text.slice(field.index + whole.length)}`
}

/** The text with one plain field of its frontmatter set; added at the end of it where it is not there. */
function withField(text: string, name: string, value: string): string {
  const front = FRONTMATTER.exec(text)
  const end = front ? front.index + front[0].lastIndexOf('\n---') + 1 : 0
  const line = new RegExp(`^${name}[^\\S\\n]*:.*$`, 'm')
  const head = text.slice(0, end)
  const gap = value.startsWith('\n') ? '' : ' '
  const changed = line.test(head)
    ? head.replace(line, () => `${name}:${gap}${value}`)
    : `${head}${name}:${gap}${value}\n`
  return changed + text.slice(end)
}
