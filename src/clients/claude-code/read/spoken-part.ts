/** What a person says in a text, and what the client put before and after it. */
export interface SpokenPart {
  readonly before: string
  readonly said: string
  readonly after: string
}

/** What the client adds of itself to a person's text: the editor's state, hooks' output, reminders. */
const TAG = '(system-reminder|ide_[a-z_]+|[a-z-]+-hook|new-diagnostics)'
const BEFORE = new RegExp(String.raw`^\s*<${TAG}(?: [^>]*)?>[\s\S]*?<\/\1>\s*`)
const AFTER = new RegExp(String.raw`\s*<${TAG}(?: [^>]*)?>(?:(?!<\/?\1[ >])[\s\S])*<\/\1>\s*$`)

/** Only what stands before or after all of the words is the client's: a person may write of tags. */
export function spokenPart(text: string): SpokenPart {
  if (!text.includes('</')) return { before: '', said: text, after: '' }
  let from = 0
  let to = text.length
  for (let found = BEFORE.exec(text); found; found = BEFORE.exec(text.slice(from))) from += found[0].length
  for (let found = AFTER.exec(text.slice(from)); found; found = AFTER.exec(text.slice(from, to)))
    to = from + found.index
  if (to <= from) return { before: text, said: '', after: '' }
  return { before: text.slice(0, from), said: text.slice(from, to), after: text.slice(to) }
}
