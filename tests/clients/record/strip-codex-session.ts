/** How texts of the vendor begin: instructions to the model and lists of what the client offers. */
const VENDOR =
  /^<(?:skills_instructions|permissions instructions|apps_instructions|plugins_instructions|collaboration_mode)>/

const LEFT_OUT = '[left out]'

/** Takes the vendor's own prompt text out of a session; all else stays. */
export function stripCodexSession(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : JSON.stringify(stripped(JSON.parse(line)))))
    .join('\n')
}

function stripped(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const vendor = VENDOR.exec(value)
    return vendor ? `${vendor[0]}${LEFT_OUT}` : value
  }
  if (Array.isArray(value)) return value.map((item) => stripped(item))
  if (typeof value !== 'object' || value === null) return value
  if (key === 'base_instructions') return { ...value, text: LEFT_OUT }
  if (key === 'host_skills') return { ...value, body: LEFT_OUT }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stripped(inner, name)]))
}
