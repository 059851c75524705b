import { createHash } from 'node:crypto'
import { Blake3Hasher } from '@napi-rs/blake-hash'
import { Failure } from './errors.ts'

/** Names an artifact by the BLAKE3 of its bytes: `art-` and 64 hex digits. */
export type ArtifactId = `art-${string}` & { readonly __id: 'artifact' }

/** Names a commit: `ctx-` and eight or more hex digits. */
export type CommitId = `ctx-${string}` & { readonly __id: 'commit' }

/**
 * Names a session in the record: the client's own id, with `~N` after it when the client's file was rewritten
 * under us and this is the N-th generation after the first.
 */
export type SessionId = string & { readonly __id: 'session' }

/** Survives surgery, forks and copies: the uuid of the round's human line, else BLAKE3 of the round's first line. */
export type RoundId = string & { readonly __id: 'round' }

export function artifactIdOf(bytes: Uint8Array): ArtifactId {
  return `art-${hashHex(bytes)}` as ArtifactId
}

/**
 * Names an artifact chunk by chunk, for one that is never whole in memory. Chunks that lie there end to end are hashed
 * together, which takes half as long; so they must stay as they are.
 */
export function createArtifactHasher(): { update(bytes: Uint8Array): void; id(): ArtifactId } {
  const hasher = new Blake3Hasher()
  let held: Buffer = Buffer.alloc(0)
  return {
    update(bytes) {
      const end = held.byteOffset + held.length
      if (bytes.buffer === held.buffer && bytes.byteOffset === end) {
        held = Buffer.from(held.buffer, held.byteOffset, held.length + bytes.length)
        return
      }
      hasher.update(held)
      held = asBuffer(bytes)
    },
    id: () => `art-${hasher.update(held).digest('hex')}` as ArtifactId,
  }
}

/** One for all: to make another takes as long as hashing 10 KB. Made when first needed, as loading the package takes time. */
let shared: Blake3Hasher | undefined

/** BLAKE3 in hex; also names rounds without a uuid and guards rows against rot. */
export function hashHex(bytes: Uint8Array | string): string {
  shared ??= new Blake3Hasher()
  shared.reset()
  return shared.update(typeof bytes === 'string' ? bytes : asBuffer(bytes)).digest('hex')
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

interface CommitIdInputs {
  readonly parent: CommitId | null
  readonly artifact: ArtifactId
  readonly createdAt: string
  readonly template: string
}

/** The id of a commit from its four inputs, `length` hex digits long: eight, more only where eight are taken. */
export function commitIdOf(inputs: CommitIdInputs, length = 8): CommitId {
  const text = [inputs.parent ?? '', inputs.artifact, inputs.createdAt, inputs.template].join('\0')
  return `ctx-${createHash('sha256').update(text).digest('hex').slice(0, length)}` as CommitId
}

const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** The session id for a client's own id; refuses what could leave a folder or break a reference. */
export function sessionIdOf(clientId: string, generation: number): SessionId {
  if (!SAFE.test(clientId) || clientId.includes('..')) {
    throw new Failure('name-invalid', `A session cannot be called ${JSON.stringify(clientId.slice(0, 80))} here.`, {
      facts: { name: clientId.slice(0, 200) },
    })
  }
  return (generation === 0 ? clientId : `${clientId}~${generation}`) as SessionId
}

/** The client's own id and the generation that a session's id is made of; the first generation is 0, said or not. */
export function splitSessionId(id: string): { readonly clientId: string; readonly generation: number } {
  const match = /^(.*)~(\d{1,6})$/s.exec(id)
  return match ? { clientId: match[1]!, generation: Number(match[2]) } : { clientId: id, generation: 0 }
}

/** A safe id made from any name: the name itself where it is safe, else what is safe of it and a hash of the whole. */
export function safeName(name: string): string {
  if (SAFE.test(name) && !name.includes('..')) return name
  const kept = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 80)
  return `${kept || 'session'}-${hashHex(name).slice(0, 12)}`
}

/** A uuid made from a text: the same text is the same uuid. It is never an `ownUuidOf`. */
export function uuidOf(text: string): string {
  return uuidFrom(text, 'b')
}

/**
 * A uuid for a message that Stet says itself. Clients give random ones (version 4), so that its form alone tells whose a
 * message is, whatever the message says.
 */
export function ownUuidOf(text: string): string {
  return uuidFrom(text, 'a')
}

/** A UUID of version 7: it begins with the time, and the rest is that of another UUID. */
export function timedUuid(time: Date, uuid: string): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuid.slice(15)}`
}

/** When a UUID of version 7 was made; the time that is given for any other id. */
export function timeOfUuid(id: string, otherwise: string): string {
  const hex = id.replaceAll('-', '')
  if (!/^[0-9a-f]{12}7[0-9a-f]{19}$/i.test(hex)) return otherwise
  return new Date(Number.parseInt(hex.slice(0, 12), 16)).toISOString()
}

const OWN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether `ownUuidOf` made it. */
export function isOwnUuid(uuid: string): boolean {
  return OWN_UUID.test(uuid)
}

function uuidFrom(text: string, variant: 'a' | 'b'): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** What is enough of a client's id to tell it from others: random digits, or the whole time where it begins with that. */
const STARTS = [
  /^[0-9a-f]{8}-[0-9a-f]{4}(?=-7[0-9a-f]{3}-)/, // a uuid of version 7: those of one minute have eight digits in common
  /^[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/,
  /^agent-[0-9a-f]{8}(?=[0-9a-f]{3})/,
]

/**
 * How ids are shown to people, long enough to be given back: an artifact's or commit's prefix and twelve characters; of a
 * session the start and, unless it is the first, its generation.
 */
export function shortId(id: string): string {
  if (/^(art|ctx)-/.test(id)) return id.slice(0, 16)
  const { clientId, generation } = splitSessionId(id)
  const start = STARTS.map((form) => form.exec(clientId)?.[0]).find((found) => found !== undefined) ?? clientId
  return generation === 0 ? start : `${start}~${generation}`
}
