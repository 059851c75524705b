/** One simple command of a line: its words, and where its output goes. */
export interface SimpleCommand {
  readonly words: readonly string[]
  /** Files it writes by redirection. */
  readonly into: readonly string[]
  /** Those of them that it adds to; absent where there are none. */
  readonly onto?: readonly string[]
  /** What joins it to the command before it; absent where it runs whatever that came to. */
  readonly joint?: Joint
  /** In how many pairs of parentheses it is: a folder that it goes to holds no further than these. */
  readonly inside?: number
}

export type Joint = '&&' | '||' | '|'

const MOST = 20_000
/** With its here-documents, of which nothing is read. */
const MOST_WHOLE = 2_000_000

/**
 * Splits a command line at `;`, `&&`, `||`, `|` and newlines into simple commands, quotes, comments and here-documents
 * minded. It is no shell: what it cannot read it takes as words.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let open = 0
  for (const { tokens: typed, joint } of splitTokens(withoutHereDocuments(line.slice(0, MOST_WHOLE)).slice(0, MOST))) {
    const { tokens, opened, closed } = withoutParentheses(typed, open)
    const inside = open + opened
    open = Math.max(0, inside - closed)
    const words: string[] = []
    const into: string[] = []
    const onto: string[] = []
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      const redirect = /^(?:\d|&)?>{1,2}\|?(.*)$/.exec(token)
      if (!redirect) {
        if (!/^<{1,3}/.test(token)) words.push(token)
        continue
      }
      const target = redirect[1] === '' ? tokens[++at] : redirect[1]
      if (target !== undefined && !target.startsWith('&') && target !== '/dev/null' && !/^2/.test(token))
        into.push(target)
      if (target !== undefined && into.includes(target) && token.includes('>>')) onto.push(target)
    }
    while (words.length > 0 && (/^[A-Za-z_]\w*=/.test(words[0]!) || PREFIXES.has(words[0]!))) words.shift()
    if (words.length > 0 || into.length > 0)
      commands.push({
        words,
        into,
        ...(onto.length > 0 && { onto }),
        ...(joint && { joint }),
        ...(inside > 0 && { inside }),
      })
  }
  return commands
}

/** The words of a command without the parentheses of a subshell that begin before it or end after it. */
function withoutParentheses(tokens: readonly string[], open: number) {
  const before = /^\((?!\()/.exec(tokens[0] ?? '') ? 1 : 0
  const words = before === 0 ? [...tokens] : [tokens[0]!.slice(1), ...tokens.slice(1)]
  const last = words.at(-1) ?? ''
  const after = open + before > 0 && last.endsWith(')') && !last.includes('(') ? 1 : 0
  if (after > 0) words[words.length - 1] = last.slice(0, -1)
  return { tokens: words.filter((word, at) => word !== '' || tokens[at] === ''), opened: before, closed: after }
}

const PREFIXES = new Set('sudo time nice nohup env command exec rtk then do else !'.split(' '))

function withoutHereDocuments(line: string): string {
  if (!line.includes('<<')) return line
  return line.replace(/(?<!<)<<-?\s*(['"]?)([A-Za-z_]\w*)\b\1([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2(?=\s|$)|$)/g, '$3')
}

/** As many commands of a line as there is room for, and that there are more; of here-documents the first line alone. */
export function briefCommand(line: string, longest: number): string {
  const bare = line.includes('<<')
    ? line
        .slice(0, MOST)
        .replace(
          /((?<!<)<<-?\s*(['"]?)([A-Za-z_]\w*)\b\2[^\n]*\n[^\n]*)(?:\n[^\n]*)*?(?:(\n[ \t]*\3(?=[\s)]|$))|$)/g,
          '$1$4',
        )
    : line
  if (bare.length <= longest) return bare
  const cut = bare.slice(0, longest)
  const end = /\s*[;&|\n]+[^;&|\n]*$/.exec(cut)
  return end ? `${cut.slice(0, end.index)}; …` : cut
}

/** Letters that end and begin nothing. */
const PLAIN = /[^\s;|&"'\\]+/y
const PLAIN_IN_QUOTES = /[^"'\\]+/y

function splitTokens(line: string): readonly { readonly tokens: readonly string[]; readonly joint?: Joint }[] {
  const commands: { tokens: string[]; joint?: Joint }[] = [{ tokens: [] }]
  let token = ''
  let quote = ''
  let isQuoted = false
  const endToken = () => {
    if (token !== '' || isQuoted) commands.at(-1)!.tokens.push(token)
    token = ''
    isQuoted = false
  }
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '#' && quote === '' && token === '' && !isQuoted) at = endOfLine(line, at)
    const plain = quote === '' ? PLAIN : PLAIN_IN_QUOTES
    plain.lastIndex = at
    if (plain.test(line)) {
      token += line.slice(at, plain.lastIndex)
      at = plain.lastIndex - 1
      continue
    }
    const char = line[at] ?? '\n'
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') token += line[++at] ?? ''
      else token += char
    } else if (char === '"' || char === "'") {
      quote = char
      isQuoted = true
    } else if (char === '\\') {
      token += line[++at] === '\n' ? '' : (line[at] ?? '')
    } else if (
      char === ';' ||
      char === '|' ||
      char === '\n' ||
      (char === '&' && line[at - 1] !== '>' && line[at + 1] !== '>')
    ) {
      endToken()
      const joint = jointAt(line, at)
      if (joint !== undefined && joint !== '|') at++
      // a line may go on after the joint
      if (commands.at(-1)!.tokens.length > 0) commands.push({ tokens: [], ...(joint && { joint }) })
    } else if (/\s/.test(char)) endToken()
    else token += char
  }
  endToken()
  return commands.filter(({ tokens }) => tokens.length > 0)
}

function endOfLine(line: string, from: number): number {
  const end = line.indexOf('\n', from)
  return end === -1 ? line.length : end
}

function jointAt(line: string, at: number): Joint | undefined {
  const pair = line.slice(at, at + 2)
  if (pair === '&&' || pair === '||') return pair
  return line[at] === '|' ? '|' : undefined
}
