import { isAbsolute } from 'node:path'
import { sessionIdOf } from '../../model/id.ts'
import type { Entry } from './journal.ts'

/** Whether a value has this form. */
type Form = (value: unknown) => boolean

const text: Form = (value) => typeof value === 'string'
const count: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const anything: Form = () => true
const matching =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value)
const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form)
const having =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(forms).every(([key, form]) => form((value as Readonly<Record<string, unknown>>)[key]))

const machine = matching(/^[0-9a-f]{32}$/)
const hash = matching(/^[0-9a-f]{64}$/)
const artifact = matching(/^art-[0-9a-f]{64}$/)
const commitId = matching(/^ctx-[0-9a-f]{8,64}$/)
const time: Form = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const clientId: Form = (value) => {
  try {
    return typeof value === 'string' && sessionIdOf(value, 0) === value
  } catch {
    return false
  }
}

/** A path in the folder of a session. */
const inside: Form = (value) =>
  typeof value === 'string' && value !== '' && !isAbsolute(value) && !/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(value)

const commit = having({
  id: commitId,
  parent: orNull(commitId),
  type: text,
  artifact,
  format: text,
  template: text,
  principal: text,
  machine: text,
  session: text,
  checkpoint: text,
  ticket: orNull(text),
  thread: orNull(text),
  summary: orNull(text),
  messageCount: count,
  tokenCount: count,
  createdAt: text,
  recordedAt: text,
  start: count,
  end: count,
})

const FORMS: Readonly<Record<string, Form>> = {
  machine: having({ id: machine, name: text, user: text }),
  artifact: having({ id: artifact, size: count, pack: hash, start: count, length: count }),
  commit: having({
    commit: (value) => commit(value) && (value as { start: number }).start <= (value as { end: number }).end,
  }),
  session: having({
    client: text,
    client_id: clientId,
    generation: count,
    format: text,
    head: orNull(commitId),
    bytes: count,
    tail: text,
    machine,
    path: text,
    cwd: orNull(text),
    project: orNull(having({ roots: listOf(text), remotes: listOf(text), folder: text })),
    end: orNull(having({ at: text, reason: text, context: orNull(anything), summary: orNull(text) })),
    files: listOf(having({ path: inside, artifact, size: count, at: text })),
  }),
  tag: having({ round: text, engagement: orNull(text), at: time, by: text }),
  forget: having({ client: text, client_id: clientId, at: time, by: text }),
  link: having({ link: having({ child: text, parent: text, kind: text, at: time, detail: having({}) }) }),
  operation: having({
    operation: having({
      id: text,
      kind: text,
      at: time,
      by: text,
      sources: listOf(clientIdWithGeneration),
      plans: listOf(having({})),
      outputs: listOf(having({ path: text })),
      undoneAt: orNull(time),
    }),
  }),
}

function clientIdWithGeneration(value: unknown): boolean {
  return typeof value === 'string' && clientId(value.replace(/~\d{1,6}$/, ''))
}

/** Whether a line of a journal is what it says it is. One of a kind that is not known here is passed over later. */
export function isSoundEntry(value: unknown): value is Entry {
  if (!having({ kind: text })(value)) return false
  const form = Object.hasOwn(FORMS, (value as Entry).kind) ? FORMS[(value as Entry).kind] : undefined
  return form === undefined || form(value)
}
