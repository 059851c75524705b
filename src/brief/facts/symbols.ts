const MODIFIERS =
  '(?:(?:export|default|declare|pub(?:\\([^)]*\\))?|async|static|abstract|public|private|protected|internal|final|override|readonly|unsafe|inline|virtual|extern|sealed|open|data|const)\\s+)*'
const NAME = '([A-Za-z_$][\\w$]*)'

/** What a line defines: a function, class or type, a test, a method, a function of C. */
const DEFINITIONS: readonly RegExp[] = [
  new RegExp(
    `^${MODIFIERS}(?:function|def|fn|func|class|interface|struct|enum|trait|impl(?:<[^>]*>)?|module|type|sub|proc|object|protocol|extension|record|namespace|macro_rules!)\\s*\\*?\\s*(?:\\([^)]*\\)\\s*)?(?<=[\\s*)])${NAME}[?!]?(?=\\s*(?:[({<:=;[,\\\\]|$)|\\s+(?:extends|implements|for|where|with|final|struct|interface)\\b|\\s+[\\w.*[\\]]+\\s*$)`,
  ),
  /^(?:it|test|describe)(?:\.\w+)*\(\s*['"`](.{3,60}?)['"`]/,
  new RegExp(`^(?:async\\s+|static\\s+|get\\s+|set\\s+|\\*\\s*)*${NAME}\\s*\\([^)]*\\)\\s*(?::[^={]+)?\\{$`),
  /^(?!(?:if|else|for|while|switch|case|select|return|go|defer|do|try|throw|new|await)\b)(?:[\w:<>,]+[\s*&]+)+([\w:~]+)\s*\([^;]*\{$/,
]
/** Values; inside of something else they matter less than what has a name of its own. */
const VALUES = new RegExp(
  `^${MODIFIERS}(?:(?:const|let|var|val|static|final|public|private|protected|async)\\s+)(?:[\\w<>[\\]]+\\s+)?${NAME}\\s*(?:[:=(]|$)`,
)
/** Keys of settings, names of tables. */
const KEYS: readonly RegExp[] = [
  /^["']?([A-Za-z_][\w.-]*)["']?\s*[:=](?!=)/,
  /\b(?:CREATE|ALTER)\s+(?:OR REPLACE\s+)?(?:TABLE|INDEX|VIEW|FUNCTION)\s+(?:IF NOT EXISTS\s+)?([\w.]+)/i,
]
const HEADING = /^#{1,4}\s+(.{2,60})$/
const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i

const KEYWORDS = new Set(
  'if for while switch catch return else elif const let var new function async await import export default from true false null undefined self this string number boolean int void type http https class def public private static final error err name value data result key args options props that which the and are was with func len try except finally lambda pass raise yield match case begin end then done'.split(
    ' ',
  ),
)
const SHORTEST = 3
const MOST = 5
const LONGEST = 60_000
/** Lines longer than this are for machines. */
const LONGEST_LINE = 300
const VALUE_INSIDE = 1000

/** What a replacement in a file is about, and what it takes out. */
export interface ChangedNames {
  /** What its changed lines define, else the names they bring in, else what is around. */
  readonly symbols: readonly string[]
  /** What was defined there and is defined there no more. */
  readonly removed: readonly string[]
}

export function changedNames(path: string, before: string | null, after: string): ChangedNames {
  const old = linesOf((before ?? '').slice(0, LONGEST))
  const made = linesOf(after.slice(0, LONGEST))
  const [oldLines, newLines] = [new Set(old), new Set(made)]
  const added = made.filter((line) => !oldLines.has(line))
  const gone = old.filter((line) => !newLines.has(line))
  const namesIn = DOCUMENT.test(path) ? headingsIn : definedIn
  const defined = namesIn(added)
  const found = new Set(defined)
  if (before !== null && found.size < MOST) for (const name of namesAdded(added, gone)) found.add(name)
  const lost = gone.length === 0 ? [] : namesIn(gone)
  if (found.size === 0) for (const name of lost) found.add(name)
  return {
    symbols: [...(found.size === 0 ? namesIn(made) : found)].slice(0, MOST),
    removed: lost.filter((name) => !defined.includes(name) && !made.some((line) => line.includes(name))).slice(0, MOST),
  }
}

/** The lines without those for machines, and without comments that have lines of their own. */
function linesOf(text: string): readonly string[] {
  const code = text.includes('/*') ? text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '') : text
  const bare = /"""|'''/.test(code) ? code.replace(/(^|:[ \t]*\n)[ \t]*[rbu]?("""|''')[\s\S]*?\2/g, '$1') : code
  return bare.split('\n').filter((line) => line.length <= LONGEST_LINE && !/^\s*(?:\/\/|\*|--\s|<!--|;)/.test(line))
}

function headingsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => HEADING.exec(line)?.[1]?.trim() ?? [])
}

/** The names that lines define, of what is outermost first. */
function definedIn(lines: readonly string[]): readonly string[] {
  const defined = namesBy(lines, (line, isInside) => {
    const name = firstOf(DEFINITIONS, line)
    return name === undefined ? [VALUES.exec(line)?.[1], isInside ? VALUE_INSIDE : 0] : [name, 0]
  })
  return defined.length > 0 ? defined : namesBy(lines, (line) => [firstOf(KEYS, line), 0])
}

function namesBy(
  lines: readonly string[],
  nameOf: (line: string, isInside: boolean) => readonly [name: string | undefined, more: number],
): readonly string[] {
  return lines
    .flatMap((line) => {
      const bare = line.trim()
      const depth = line.length - line.trimStart().length
      const [name, more] = bare === '' || bare.startsWith('#') ? [undefined, 0] : nameOf(bare, depth > 0)
      return name === undefined || name.length < SHORTEST || KEYWORDS.has(name) ? [] : [{ name, depth: depth + more }]
    })
    .sort((a, b) => a.depth - b.depth)
    .slice(0, MOST)
    .map(({ name }) => name)
}

function firstOf(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.[1]
    if (name !== undefined) return name
  }
  return undefined
}

/** Identifiers of more than one word that the change brings in. */
function namesAdded(added: readonly string[], gone: readonly string[]): readonly string[] {
  if (added.length === 0) return []
  const identifiers = (lines: readonly string[]) =>
    lines.join('\n').match(/(?<![\w$])(?!\$[A-Za-z_])[A-Za-z_$][\w$]*|(?<=\$)[A-Za-z_]\w*/g) ?? []
  const old = new Set(identifiers(gone))
  return identifiers(added).filter(
    (name) =>
      !old.has(name) &&
      name.length >= SHORTEST &&
      (/[a-z][A-Z]|\w_\w|^[A-Z][A-Z_\d]{3,}$/.test(name) || /\d/.test(name)) &&
      !KEYWORDS.has(name),
  )
}
