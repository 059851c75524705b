import type { TokenRule } from '../rules/rule.ts'
import { type Look, runEnd } from './look.ts'
import { entropy } from './randomness.ts'
import { isCutAt, isStart, isWord, type Secret } from './text.ts'

/** So often a rule looks at one run of letters that is no secret: what begins inside it is nearly the same. */
const MOST_TIMES = 6

/** What begins as nothing else does needs no more bits a character than tell it from `xxxx`. */
const TELLING_BITS = 2.3

/** A rule whose pattern is made when its keyword is first seen. */
export type TokenScan = (look: Look, at: number) => Secret | undefined

export function tokenScan({
  rule,
  keywords,
  pattern,
  before = 0,
  entropy: bits = 0,
  digit = false,
}: TokenRule): TokenScan {
  const mustStart = pattern.startsWith('\\b')
  const isTelling = keywords.every((one) => one.length >= 4)
  const least = isTelling ? Math.min(bits, TELLING_BITS) : bits
  let made: RegExp | undefined
  let refused = { look: undefined as Look | undefined, run: 0, times: 0 }
  return (look, at) => {
    const { text } = look
    look.steps++
    if (refused.look === look && at < refused.run && refused.times > MOST_TIMES) return undefined
    if (mustStart && before === 0 && !isStart(text, at)) return undefined
    made ??= new RegExp(mustStart ? pattern.slice(2) : pattern, before === 0 ? 'y' : 'g')
    const found = before === 0 ? foundAt(text, at) : foundAround(text, at)
    if (!found) return before === 0 ? cutToken(look, at, { rule, keywords, pattern }, mustStart) : undefined
    const { start, token } = found
    look.steps += token.length
    if (entropy(token) < least || (digit && !/\d/.test(token))) {
      const run = runEnd(look, at)
      refused = { look, run, times: refused.look === look && refused.run === run ? refused.times + 1 : 1 }
      return undefined
    }
    const end = start + token.length
    return { rule, start, end: Math.max(end, runEnd(look, end - 1)) }
  }

  function foundAt(text: string, at: number) {
    made!.lastIndex = at
    const [token] = made!.exec(text) ?? []
    return token === undefined ? undefined : { start: at, token }
  }

  function foundAround(text: string, at: number) {
    const from = Math.max(0, at - before)
    made!.lastIndex = 0
    const found = made!.exec(text.slice(from, at + 300))
    return found && found.index <= at - from ? { start: from + found.index, token: found[0] } : undefined
  }
}

/** As much of a token is there at least, after what it begins with, and at most. */
const SHORTEST_CUT = 6
const LONGEST_CUT = 300
const LEAST_LETTERS = 8

/** The beginning of a token that was cut. */
function cutToken(
  look: Look,
  at: number,
  { rule, keywords, pattern }: Pick<TokenRule, 'rule' | 'keywords' | 'pattern'>,
  mustStart: boolean,
): Secret | undefined {
  const { text } = look
  if (mustStart && !isStart(text, at)) return undefined
  const end = runEnd(look, at)
  if (end - at > LONGEST_CUT || !isCutAt(text, end)) return undefined
  const token = text.slice(at, end)
  const keyword = keywords.find((one) => token.slice(0, one.length).toLowerCase() === one)
  if (keyword === undefined || keyword.length < 3 || !pattern.includes(token.slice(0, keyword.length))) return undefined
  if (/^[0-9a-f]+$/.test(keyword)) return undefined // as the ends of ids have it
  const rest = token.slice(keyword.length)
  if (rest.length < SHORTEST_CUT) return undefined
  const isTelling = /[-_]$/.test(keyword) || (keyword.length > 3 && entropy(rest) >= 2)
  return isTelling && isMadeUp(rest) ? { rule, start: at, end } : undefined
}

/** Letters and digits, or so many letters that no word has them. */
function isMadeUp(text: string): boolean {
  if (/\d/.test(text) && /[A-Za-z]/.test(text)) return true
  return text.length >= LEAST_LETTERS && /[a-z][A-Z]/.test(text)
}

/** Three parts, or two where the last was cut off: `eyJ….eyJ….…`. */
export function webToken(look: Look, at: number): Secret | undefined {
  const { text } = look
  if (!text.startsWith('eyJ', at) || !isStart(text, at)) return undefined
  const header = runEnd(look, at)
  if (header - at >= 16 && isCutAt(text, header)) return { rule: 'jwt', start: at, end: header }
  if (header - at < 12 || text[header] !== '.') return undefined
  const payload = runEnd(look, header + 1)
  if (payload - header < 9) return undefined
  const end = text[payload] === '.' ? runEnd(look, payload + 1) : payload
  if (end - payload < 9 && !text.startsWith('eyJ', header + 1)) return undefined
  return { rule: 'jwt', start: at, end }
}

/** A bot's token of Discord, known by where its dots are. */
export function discordToken(look: Look, dot: number): Secret | undefined {
  const { text } = look
  if (text.charCodeAt(dot + 7) !== 46 || !isWord(text.charCodeAt(dot + 1)) || !isWord(text.charCodeAt(dot - 1)))
    return undefined
  const from = Math.max(look.floor, dot - 28)
  const found = /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/.exec(text.slice(from, dot + 60))
  look.steps += 88
  if (!found || entropy(found[0]) < 3.5) return undefined
  return { rule: 'discord', start: from + found.index, end: from + found.index + found[0].length }
}

/** A token of Airtable; it begins with `pat`, as too many words do, so its dot is looked for. */
export function airtableToken(look: Look, dot: number): Secret | undefined {
  const start = dot - 17
  if (start < look.floor || !look.text.startsWith('pat', start)) return undefined
  look.steps += 82
  const isToken = /^pat[A-Za-z0-9]{14}\.[0-9a-f]{64}$/.test(look.text.slice(start, dot + 65))
  return isToken ? { rule: 'airtable', start, end: dot + 65 } : undefined
}
