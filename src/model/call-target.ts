/** What a call is about, by the first of these that its input has. */
const TARGETS = ['file_path', 'notebook_path', 'pattern', 'path', 'command', 'description', 'query', 'url', 'skill']

/** The file, command or words that a call was given; empty where none is known. */
export function callTarget(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const fields = input as Readonly<Record<string, unknown>>
  for (const name of TARGETS) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** What a call says it is for; empty where it does not say. */
export function callDescription(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { description } = input as { readonly description?: unknown }
  return typeof description === 'string' ? description : ''
}
