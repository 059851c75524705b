import { GITLEAKS } from './rules/gitleaks.ts'
import { OWN_TOKENS } from './rules/own-tokens.ts'
import { assignedSecret } from './scan/assigned.ts'
import {
  FLAGS,
  inputPassword,
  optionSecret,
  PROGRAMS,
  passedSecret,
  pgpassPassword,
  pipedPassword,
  sqlPassword,
} from './scan/command-line.ts'
import { authorization, bearer, cookies } from './scan/headers.ts'
import { givenPassword, secureString, signingSecret } from './scan/in-call.ts'
import { keywordScan } from './scan/keywords.ts'
import { type Look, lookAt } from './scan/look.ts'
import { namedScan } from './scan/named.ts'
import { keyFrom, keyUpTo, puttyKey } from './scan/pem.ts'
import { isWord, MARK, type Secret } from './scan/text.ts'
import { airtableToken, discordToken, tokenScan, webToken } from './scan/tokens.ts'
import { urlPassword } from './scan/url-password.ts'

/** What is looked for where a word is. */
type Scan = (look: Look, at: number, end: number) => Secret | readonly Secret[] | undefined

/** Words that names of secrets have in them. */
const NAMES = [
  'pass',
  'pwd',
  'pw',
  'psk',
  'kennwort',
  'secret',
  'token',
  'credential',
  'creds',
  'key',
  'auth',
  'jwt',
  'sig',
  'signature',
  'sas',
  '_pat',
]

const SCANS: readonly (readonly [words: readonly string[], scan: Scan])[] = [
  ...GITLEAKS.tokens.map((rule) => [rule.keywords, tokenScan(rule)] as const),
  ...OWN_TOKENS.map((rule) => [rule.keywords, tokenScan(rule)] as const),
  [['eyj'], webToken],
  [['.'], discordToken],
  [['.'], airtableToken],
  [['-----begin'], keyFrom],
  [['-----end'], keyUpTo],
  [['://'], (look, _, end) => urlPassword(look, end)],
  [['authorization'], (look, _, end) => authorization(look, end)],
  [['bearer', 'basic'], (look, _, end) => bearer(look, end)],
  [['cookie'], (look, _, end) => cookies(look, end)],
  [FLAGS, optionSecret],
  [['chpasswd'], pipedPassword],
  [['sudo -s', '-stdin', '--with-token'], inputPassword],
  [[':5432:'], pgpassPassword],
  [['pass:'], (look, _, end) => passedSecret(look, end)],
  [['.login(', 'basicauth(', 'auth=(', 'auth = (', 'networkcredential('], (look, _, end) => givenPassword(look, end)],
  [['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode('], (look, _, end) => signingSecret(look, end)],
  [['convertto-securestring'], (look, _, end) => secureString(look, end)],
  [['private-lines:'], (look, _, end) => puttyKey(look, end)],
  [['identified by', 'with password'], (look, _, end) => sqlPassword(look, end)],
  [NAMES, assignedSecret],
  ...GITLEAKS.named.map((rule) => [rule.names, namedScan(rule)] as const),
]

/** Words that are only remembered: what comes after them means something else. */
const REMEMBERED = [...PROGRAMS, 'machine', 'openssl']

const BY_WORD = new Map<string, Scan[]>(REMEMBERED.map((word) => [word, []]))
for (const [words, scan] of SCANS)
  for (const word of words) {
    const known = BY_WORD.get(word)
    if (known) known.push(scan)
    else BY_WORD.set(word, [scan])
  }
const WORDS = [...BY_WORD.keys()]
const SCANS_OF: readonly (readonly Scan[])[] = [...BY_WORD.values()]
const IS_REMEMBERED: readonly boolean[] = WORDS.map((word) => REMEMBERED.includes(word))
const eachWord = keywordScan(WORDS)

/** So many characters are looked at in one go. */
const PIECE = 100_000

export interface Found {
  readonly secrets: readonly Secret[]
  /** How many characters were looked at, some of them several times. */
  readonly steps: number
}

/**
 * The secrets in a text, one after the other. Each word that a rule needs is looked for once, all at the same time; a rule is
 * asked only there, and reads no further than its limit. So the time is that of the text's length, whatever it says.
 */
export function findSecrets(text: string): Found {
  const finding = findingSecrets(text)
  for (;;) {
    const { done, value } = finding.next()
    if (done) return value
  }
}

/** The same in pieces of some milliseconds. */
export function* findingSecrets(text: string): Generator<void, Found> {
  const look = lookAt(text)
  const isInMark = marksIn(text)
  const found: Secret[] = []
  let state = 0
  for (let from = 0; from < text.length; from += PIECE) {
    if (from > 0) yield
    state = eachWord(text, { state, from, to: Math.min(text.length, from + PIECE) }, lookAtWord)
  }
  return { secrets: joined(found), steps: look.steps + text.length }

  function lookAtWord(word: number, end: number): void {
    const at = end - WORDS[word]!.length
    if (IS_REMEMBERED[word]) look.seen.set(WORDS[word]!, at)
    if (at < look.floor || isInMark(at)) return
    for (const scan of SCANS_OF[word]!) {
      const secrets = scan(look, at, end)
      if (secrets === undefined) continue
      for (const secret of 'rule' in secrets ? [secrets] : secrets) {
        if (secret.end <= secret.start) continue
        const whole = toItsEnd(look, secret)
        found.push(whole)
        look.floor = Math.max(look.floor, whole.end)
      }
    }
  }
}

/** Rules read no further than a limit, and none of them is below this. What is longer goes on as far as its characters do. */
const SHORTEST_LIMIT = 200

function toItsEnd(look: Look, secret: Secret): Secret {
  if (secret.end - secret.start < SHORTEST_LIMIT) return secret
  const { text } = look
  let end = secret.end
  while (goesOn(text, end)) end++
  look.steps += end - secret.end
  return { ...secret, end }
}

/** Whether a character can be one of a token; a dot or a colon, where another comes after it. */
function goesOn(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (isWord(code) || '+/=~%'.includes(text[at] ?? ' ')) return true
  return (code === 46 || code === 58) && isWord(text.charCodeAt(at + 1))
}

/** Whether a place is in a mark; places are asked for from the beginning to the end. */
function marksIn(text: string): (at: number) => boolean {
  const marks = /\[masked: [\w-]{1,60}\]/g
  let start = text.includes(MARK) ? 0 : Number.POSITIVE_INFINITY
  let end = 0
  return (at) => {
    while (end <= at && start !== Number.POSITIVE_INFINITY) {
      const mark = marks.exec(text)
      start = mark?.index ?? Number.POSITIVE_INFINITY
      end = start + (mark?.[0].length ?? 0)
    }
    return start <= at
  }
}

/** In order, those that overlap as one, named by the first. */
function joined(secrets: readonly Secret[]): readonly Secret[] {
  const isOrdered = secrets.every(({ start }, at) => at === 0 || start >= secrets[at - 1]!.end)
  if (isOrdered) return secrets
  const ordered = [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)
  const apart: Secret[] = []
  for (const secret of ordered) {
    const last = apart.at(-1)
    if (last && secret.start < last.end) apart[apart.length - 1] = { ...last, end: Math.max(last.end, secret.end) }
    else apart.push(secret)
  }
  return apart
}
