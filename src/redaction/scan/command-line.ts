import { isNear } from './assigned.ts'
import type { Look } from './look.ts'
import { isBlank, type Secret } from './text.ts'
import { skipBlanks, type Value, valueAt } from './value.ts'

/** Options that take a password, by the program they are options of. */
const OPTIONS: readonly {
  readonly flag: string
  readonly programs: readonly string[]
  readonly isJoined?: boolean
  readonly afterColon?: boolean
}[] = [
  { flag: ' -u', programs: ['curl', 'wget', 'http'], afterColon: true },
  { flag: ' -u', programs: ['lftp'], afterColon: true },
  { flag: '--user', programs: ['curl', 'wget'], afterColon: true },
  { flag: '--proxy-user', programs: ['curl'], afterColon: true },
  { flag: ' -U', programs: ['smbclient', 'rpcclient', 'curl'], afterColon: true },
  { flag: ' -p', programs: ['mysql', 'mariadb'], isJoined: true },
  {
    flag: ' -p',
    programs: [
      'sshpass',
      'docker login',
      'podman login',
      'mongosh',
      'mongo ',
      'mongodump',
      'mongorestore',
      'helm registry',
      'oc login',
      'az login',
      'sqlcmd',
      'lftp',
    ],
  },
  { flag: ' -P', programs: ['sqlcmd', 'bcp', 'isql'] },
  { flag: ' -a', programs: ['redis-cli'] },
  { flag: ' /p:', programs: ['xfreerdp', 'wfreerdp', 'mstsc'], isJoined: true },
  { flag: ' -w', programs: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete'] },
  { flag: ' -t', programs: ['doctl auth'] },
  { flag: ' -k', programs: ['openssl enc'] },
]

/** What these options begin with, and the programs they are of: words to look for. */
export const FLAGS = [...new Set(OPTIONS.map(({ flag }) => flag.toLowerCase()))]
export const PROGRAMS = [...new Set(OPTIONS.flatMap(({ programs }) => programs))]

/** As far as this an option may be from the name of its program. */
const REACH = 400

export function optionSecret(look: Look, at: number, end: number): Secret | undefined {
  const { text } = look
  const flag = text.slice(at, end)
  for (const option of OPTIONS) {
    if (option.flag !== flag) continue
    const program = option.programs.find((one) => isNear(look, one, at, REACH))
    if (program === undefined || isCutOff(text, look.seen.get(program)!, at)) continue
    const value = option.isJoined ? joinedValue(text, end) : spacedValue(text, end)
    look.steps += value?.text.length ?? 1
    if (!value || isNoSecret(value)) continue
    if (!option.afterColon) return { rule: 'password', start: value.start, end: value.end }
    const colon = value.text.search(/[:%,]/)
    const start = value.start + colon + 1
    if (colon === -1 || start === value.end || isNoSecret({ ...value, text: value.text.slice(colon + 1) })) continue
    return { rule: 'password', start, end: value.end }
  }
  return undefined
}

/** Another command was begun between the two. */
function isCutOff(text: string, from: number, to: number): boolean {
  return /(?<!\\)\n|&&|[;|]\s/.test(text.slice(from, to))
}

function joinedValue(text: string, at: number): Value | undefined {
  if (isBlank(text.charCodeAt(at)) || /[-\d\s]/.test(text[at] ?? ' '))
    return /\d/.test(text[at] ?? '') ? valueAt(text, at, ';|&<>)') : undefined
  return valueAt(text, at, ';|&<>)')
}

function spacedValue(text: string, at: number): Value | undefined {
  if (!isBlank(text.charCodeAt(at)) && text[at] !== '=') return undefined
  return valueAt(text, text[at] === '=' ? at + 1 : skipBlanks(text, at), ';|<>)')
}

export function isNoSecret({ text }: Pick<Value, 'text'>): boolean {
  return text.length < 3 || /^[-$<{]|\$\{|\{\{|^\*+$|^(?:pass(?:word)?|pwd|secret|x+|\d{1,5}(?::\d{1,5})?)$/i.test(text)
}

const TO_CHPASSWD =
  /(?:echo|printf)[ \t]{1,4}(?:-[ne][ \t]{1,4})?["']?[\w.-]{1,40}:([^\s"'|:]{3,100})["']?[ \t]{0,4}\|[^|\n]{0,40}$/

/** `echo user:password | chpasswd` */
export function pipedPassword(look: Look, at: number): Secret | undefined {
  const from = Math.max(look.floor, at - 200)
  look.steps += at - from
  const before = look.text.slice(from, at)
  const found = TO_CHPASSWD.exec(before)
  if (!found || isNoSecret({ text: found[1]! })) return undefined
  const start = from + found.index + found[0].indexOf(`:${found[1]}`) + 1
  return { rule: 'password', start, end: start + found[1]!.length }
}

const TO_INPUT =
  /(?:echo|printf)[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?(?:["']%s(?:\\n)?["'][ \t]{1,4})?(?:'([^'\n]{4,100})'|"([^"\n]{4,100})"|([^\s"'|]{4,100}))[ \t]{0,4}\|[^|\n]{0,60}$/

/** `echo password | sudo -S`, and into whatever else reads one from its input. */
export function inputPassword(look: Look, at: number): Secret | undefined {
  const from = Math.max(look.floor, at - 200)
  look.steps += at - from
  const found = TO_INPUT.exec(look.text.slice(from, at))
  const password = found?.[1] ?? found?.[2] ?? found?.[3]
  if (!found || password === undefined || isNoSecret({ text: password }) || password.includes('$')) return undefined
  const start = from + found.index + found[0].lastIndexOf(password, found[0].lastIndexOf('|'))
  return { rule: 'password', start, end: start + password.length }
}

/** `host:port:database:user:password`, a line of `.pgpass`; this is the port. */
export function pgpassPassword(look: Look, at: number, end: number): Secret | undefined {
  const { text } = look
  const line = text.slice(Math.max(0, at - 101), at)
  const found = /^([\w*.-]{1,63}:[\w*.-]{1,63}:)((?!\[masked: )[^\s"'`\\]{4,100})(?:[\s"'`\\]|$)/.exec(
    text.slice(end, end + 240),
  )
  look.steps += 340
  if (!/(?:^|[\s"'`]|\\[nt])[\w*.-]{1,100}$/.test(line) || !found || isNoSecret({ text: found[2]! })) return undefined
  const start = end + found[1]!.length
  return { rule: 'password', start, end: start + found[2]!.length }
}

const PASSED = /[^\s"'`\\;|&<>)]{4,200}/y

/** `pass:…` of openssl. */
export function passedSecret(look: Look, end: number): Secret | undefined {
  if (!isNear(look, 'openssl', end, REACH)) return undefined
  PASSED.lastIndex = end
  const [found] = PASSED.exec(look.text) ?? []
  if (found === undefined || isNoSecret({ text: found })) return undefined
  return { rule: 'password', start: end, end: end + found.length }
}

const IN_SQL = /[ \t]{1,4}(?:password[ \t]{0,4})?(?:'([^'\n]{4,100})'|"([^"\n]{4,100})")/iy

/** `IDENTIFIED BY '…'` */
export function sqlPassword(look: Look, end: number): Secret | undefined {
  IN_SQL.lastIndex = end
  const found = IN_SQL.exec(look.text)
  const password = found?.[1] ?? found?.[2]
  if (!found || password === undefined || isNoSecret({ text: password })) return undefined
  const start = end + found[0].length - 1 - password.length
  return { rule: 'password', start, end: start + password.length }
}
