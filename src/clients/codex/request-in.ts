/** What an editor or the app puts before a request, and the line that it ends with. */
const PREAMBLE = /^\s*(?:#{1,2} |This block is automatically supplied ambient UI state)/
const REQUEST = /^## My request for Codex:[^\S\n]*\n?/m

/** A request without what the editor tells of itself before it. */
export function requestIn(text: string): { readonly before: string; readonly said: string } {
  const found = PREAMBLE.test(text) ? REQUEST.exec(text) : null
  const said = found ? text.slice(found.index + found[0].length).trim() : ''
  return said === '' ? { before: '', said: text } : { before: text.slice(0, found!.index).trim(), said }
}
