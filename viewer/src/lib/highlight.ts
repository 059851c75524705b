/** Longer code is plain: colours would cost more than they tell. */
const LONGEST = 60_000

const WORDS =
  'as async await break case catch class const continue def default delete do elif else end enum export extends finally fn for from func function go if impl import in interface let match mod mut new nil not null none None of or and package pass private protected public pub raise return self static struct super switch then this throw trait true false True False try type typeof undefined unless use var void when where while with yield'
const KEYWORDS = new Set(WORDS.split(' '))
const HASH_COMMENTS = /^(?:py|python|sh|bash|zsh|fish|shell|console|ruby|rb|yaml|yml|toml|make|dockerfile|r|perl)$/i
const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\//
const HASHES = /#[^\n]*/
const REST = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b\d[\w.]*\b|[A-Za-z_$][\w$]*/

/** Code as HTML with four classes: keywords, strings, comments, numbers. Everything in it is escaped. */
export function highlighted(code: string, language: string): string {
  if (code.length > LONGEST) return withoutMarks(code)
  const comments = HASH_COMMENTS.test(language) ? HASHES : SLASHES
  const pattern = new RegExp(`(${comments.source})|(${REST.source})`, 'g')
  let html = ''
  let at = 0
  for (const { 0: token, 1: comment, index } of code.matchAll(pattern)) {
    html += withoutMarks(code.slice(at, index))
    html += comment === undefined ? word(token) : `<span class="c">${withoutMarks(token)}</span>`
    at = index + token.length
  }
  return html + withoutMarks(code.slice(at))
}

function word(token: string): string {
  const first = token.charCodeAt(0)
  if (first === 34 || first === 39 || first === 96) return `<span class="s">${withoutMarks(token)}</span>`
  if (first >= 48 && first <= 57) return `<span class="n">${withoutMarks(token)}</span>`
  return KEYWORDS.has(token) ? `<span class="k">${token}</span>` : withoutMarks(token)
}

function withoutMarks(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The language of a file by its ending. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1] ?? ''
}
