/** A text that a command line carries along, and the part of the line that it is given to. */
export interface HereDocument {
  /** The line it is opened in, without the mark. */
  readonly line: string
  readonly text: string
  /** Whether the shell takes the text as it is. */
  readonly isLiteral: boolean
}

const OPENED = /(?<!<)<<(-?)[ \t]*(['"]?)([A-Za-z_]\w*)\2([^\n]*)\n/g

/** The here-documents of a command line, in order; one that is not ended ends the search. */
export function hereDocuments(command: string): readonly HereDocument[] {
  const found: HereDocument[] = []
  OPENED.lastIndex = 0
  for (let open = OPENED.exec(command); open; open = OPENED.exec(command)) {
    const [, dash, quote, word, rest] = open
    const end = endOf(command, OPENED.lastIndex, word!, dash === '-')
    if (!end) break
    const text = command.slice(OPENED.lastIndex, end.from)
    found.push({
      line: command.slice(command.lastIndexOf('\n', open.index) + 1, open.index) + rest!,
      text: dash === '-' ? text.replace(/^\t+/gm, '') : text,
      isLiteral: quote !== '' || !/[$`\\]/.test(text),
    })
    OPENED.lastIndex = end.to
  }
  return found
}

/** Where the line of the mark begins and ends. */
function endOf(command: string, start: number, word: string, isIndented: boolean) {
  for (let from = start; from <= command.length; ) {
    const next = command.indexOf('\n', from)
    const to = next === -1 ? command.length : next
    const line = command.slice(from, to)
    if ((isIndented ? line.replace(/^\t+/, '') : line) === word) return { from, to }
    if (next === -1) return undefined
    from = to + 1
  }
  return undefined
}
