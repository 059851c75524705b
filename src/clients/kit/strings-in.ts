/** Every string inside a value, pictures left out. */
export function stringsIn(value: unknown, found: string[] = []): readonly string[] {
  if (typeof value === 'string') found.push(value)
  else if (Array.isArray(value)) for (const item of value) stringsIn(item, found)
  else if (typeof value === 'object' && value !== null) {
    for (const key in value) if (key !== 'source') stringsIn(value[key as keyof typeof value], found)
  }
  return found
}

/** Their characters, with the names of the fields. */
export function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += charsIn(item)
  else for (const key in value) sum += key === 'source' ? 0 : key.length + charsIn(value[key as keyof typeof value])
  return sum
}
