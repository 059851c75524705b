/** A line of a session file, as far as stripping looks at it. */
interface Line {
  readonly type?: string
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly attachment?: { readonly type?: string }
  readonly [field: string]: unknown
}

/**
 * Takes the vendor's own prompt text out of a session: the recorded requests, and attachments that are prose.
 *
 * Whatever pointed at a line that goes points at the nearest kept ancestor afterwards, so the chain stays whole and
 * the client resumes the same conversation. The order of the lines stays.
 */
export function stripSession(text: string): string {
  const lines = text.split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as Line)
  const parentOf = new Map(
    parsed.filter(isVendorText).flatMap((line) => (line.uuid ? [[line.uuid, line.parentUuid ?? null]] : [])),
  )

  const survivor = (uuid: string | null): string | null => {
    const parent = uuid === null ? undefined : parentOf.get(uuid)
    return parent === undefined ? uuid : survivor(parent)
  }
  const relink = (value: unknown): unknown => {
    if (typeof value === 'string') return survivor(value)
    if (Array.isArray(value)) return value.filter((item) => !parentOf.has(item)).map(relink)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, relink(item)]))
  }
  const kept = parsed.flatMap((line, index) => {
    if (isVendorText(line)) return []
    const relinked = relink(line)
    const before = JSON.stringify(line)
    const after = JSON.stringify(relinked)
    return [before === after ? lines[index] : after] // an untouched line keeps its bytes
  })
  return `${kept.join('\n')}\n`
}

// Instructions to the model and lists of what the client offers.
const VENDOR_ATTACHMENTS = [
  'agent_listing_delta',
  'auto_mode',
  'deferred_tools_delta',
  'environment',
  'prompt_snapshot',
  'remote_session_change',
  'skill_listing',
]

// A kind that is not known here may stay when it is short: then it states a fact.
const FACT_LENGTH = 500

function isVendorText(line: Line): boolean {
  if (line.type?.startsWith('api-request')) return true
  const kind = line.attachment?.type
  if (kind === undefined || kind === 'file') return false
  return VENDOR_ATTACHMENTS.includes(kind) || JSON.stringify(line.rendered ?? '').length > FACT_LENGTH
}
