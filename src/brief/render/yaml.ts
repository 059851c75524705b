/** A value that YAML can hold; undefined fields are left out. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml | undefined }

const PLAIN = /^[A-Za-z_/.][\w ./@()+-]*$/
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i

/**
 * Writes YAML: mappings and lists of lists by indentation, the entries of a list as one line each, so that an entry and
 * its round are together. Every text that could be read as something else is quoted as JSON quotes it.
 */
export function toYaml(value: { readonly [key: string]: Yaml | undefined }, indent = ''): string {
  let text = ''
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue
    if (Array.isArray(one)) {
      text +=
        one.length === 0
          ? `${indent}${key}: []\n`
          : `${indent}${key}:\n${one.map((item) => `${indent}  - ${inline(item)}\n`).join('')}`
    } else if (typeof one === 'object' && one !== null)
      text += `${indent}${key}:\n${toYaml(one as { readonly [key: string]: Yaml }, `${indent}  `)}`
    else text += `${indent}${key}: ${inline(one)}\n`
  }
  return text
}

function inline(value: Yaml): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${fields.map(([key, one]) => `${key}: ${inline(one!)}`).join(', ')}}`
}

/** Characters that JSON leaves as they are and YAML does not allow, or reads as the end of a line. */
const ODD = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

function quoted(text: string): string {
  const isPlain =
    PLAIN.test(text) && !WORDS.test(text) && !text.endsWith(' ') && !/^[.\d]+$/.test(text) && text.length < 200
  if (isPlain) return text
  return JSON.stringify(text).replace(ODD, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
