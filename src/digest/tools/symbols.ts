/** What a line defines: a function, class, type, constant, key or heading. */
const DEFINITIONS: readonly RegExp[] = [
  /\b(?:function|def|fn|func|class|interface|struct|enum|trait|impl|module|type|macro_rules!|sub|proc|object|protocol|extension|record|namespace)\s*\*?\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*[?!]?)/g,
  /\b(?:const|let|var|val|static|final|public|private|protected|async)\s+(?:[\w<>[\]]+\s+)?([A-Za-z_$][\w$]*)\s*(?:[:=(]|$)/gm,
  /^\s*(?:async\s+|static\s+|public\s+|private\s+|get\s+|set\s+)*([A-Za-z_$][\w$]*)\s*\([^)]*\)\s*(?::[^={]+)?\{\s*$/gm,
  /^\s*["']?([A-Za-z_][\w.-]*)["']?\s*[:=](?!=)/gm,
  /\b(?:CREATE|ALTER)\s+(?:OR REPLACE\s+)?(?:TABLE|INDEX|VIEW|FUNCTION)\s+(?:IF NOT EXISTS\s+)?([\w.]+)/gi,
  /^#{1,4}\s+(.{2,60})$/gm,
  /\b(?:it|test|describe)\(\s*['"`](.{2,60}?)['"`]/g,
]
const KEYWORDS = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'else',
  'const',
  'let',
  'var',
  'new',
  'function',
  'async',
  'await',
  'import',
  'export',
  'default',
  'from',
  'true',
  'false',
  'null',
  'undefined',
  'self',
  'this',
  'string',
  'number',
  'boolean',
  'int',
  'void',
  'type',
  'http',
  'https',
  'class',
  'def',
  'public',
  'private',
  'static',
  'final',
  'error',
  'err',
  'i',
  'e',
  'x',
  'y',
  'name',
  'value',
  'data',
  'result',
  'key',
  'id',
  'args',
  'options',
  'props',
])
const MOST = 5
const LONGEST = 60_000

/** What a replacement is about: what its changed lines define, else the names they bring in, else what is around. */
export function symbolsOf(before: string | null, after: string): readonly string[] {
  const old = (before ?? '').slice(0, LONGEST)
  const made = after.slice(0, LONGEST)
  const oldLines = new Set(old.split('\n'))
  const newLines = new Set(made.split('\n'))
  const added = [...newLines].filter((line) => !oldLines.has(line)).join('\n')
  const gone = [...oldLines].filter((line) => !newLines.has(line)).join('\n')
  const found = new Set<string>()
  collect(added, found)
  if (before !== null && found.size < MOST) collectNames(added, gone, found)
  if (found.size < 2) collect(gone, found)
  if (found.size === 0) collect(made, found)
  return [...found].slice(0, MOST)
}

function collect(text: string, into: Set<string>): void {
  for (const pattern of DEFINITIONS.slice(0, 3)) gather(pattern, text, into)
  if (into.size === 0) for (const pattern of DEFINITIONS.slice(3)) gather(pattern, text, into)
}

function gather(pattern: RegExp, text: string, into: Set<string>): void {
  for (const [, name] of text.matchAll(pattern)) {
    const bare = name!.trim()
    if (bare.length > 1 && !KEYWORDS.has(bare)) into.add(bare)
    if (into.size >= MOST) return
  }
}

/** Identifiers of more than one word that the change brings in. */
function collectNames(added: string, gone: string, into: Set<string>): void {
  const old = new Set(gone.match(/[A-Za-z_$][\w$]*/g) ?? [])
  for (const name of added.match(/[A-Za-z_$][\w$]*/g) ?? []) {
    if (into.size >= MOST) return
    if (!old.has(name) && (/[a-z][A-Z]|\w_\w|^[A-Z][A-Z_\d]{3,}$/.test(name) || /\d/.test(name)) && !KEYWORDS.has(name))
      into.add(name)
  }
}
