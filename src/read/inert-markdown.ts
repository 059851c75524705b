/** A fence at the left margin: nothing around it can end it early. */
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const TAG = /<(?=[A-Za-z/!?])/g

/**
 * Markdown that loads nothing and does nothing when somebody opens it: what would be HTML is words, and a picture is a link.
 * Code stays as it was written, where every reader of Markdown takes it for code.
 */
export function inertMarkdown(text: string): string {
  let fence: string | undefined
  let paragraph: string[] = []
  const out: string[] = []
  const endParagraph = () => {
    const keepsCode = paragraph.every(hasWholeSpans)
    out.push(...paragraph.map((line) => (keepsCode ? withoutTagsOutsideSpans(line) : withoutTags(line))))
    paragraph = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence !== undefined) {
      out.push(line)
      if (isEndOf(fence, line)) fence = undefined
      continue
    }
    const opened = FENCE.exec(line)
    if (opened) {
      endParagraph()
      fence = opened[1] ?? opened[2]
      out.push(withoutTags(line))
    } else {
      paragraph.push(line)
      if (line.trim() === '') endParagraph()
    }
  }
  endParagraph()
  if (fence !== undefined) out.push(fence) // else all that comes after would be code
  return out.join('\n')
}

function isEndOf(fence: string, line: string): boolean {
  const [, found] = /^ {0,3}(`+|~+)[ \t\r]*$/.exec(line) ?? []
  return found !== undefined && found[0] === fence[0] && found.length >= fence.length
}

/** Whether code in it begins and ends on the line, and in no cell of a table: then nothing around it changes what is code. */
function hasWholeSpans(line: string): boolean {
  if (line.includes('\\`') || line.includes('|')) return false
  const runs: readonly string[] = line.match(/`+/g) ?? []
  for (let at = 0; at < runs.length; at++) {
    const end = runs.indexOf(runs[at]!, at + 1)
    if (end === -1) return false
    at = end
  }
  return true
}

function withoutTagsOutsideSpans(line: string): string {
  const parts = line.split(/(`+)/)
  let out = ''
  for (let at = 0; at < parts.length; at++) {
    const end = at % 2 === 1 ? parts.indexOf(parts[at]!, at + 1) : -1
    if (end === -1) out += withoutTags(parts[at]!)
    else {
      out += parts.slice(at, end + 1).join('')
      at = end
    }
  }
  return out
}

/** Character references, as a backslash in front of them does not undo them. */
function withoutTags(text: string): string {
  return text.replace(TAG, '&lt;').replaceAll('![', '&#33;[')
}
