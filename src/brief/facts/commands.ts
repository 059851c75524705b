import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import { gitVerb } from './ran-well.ts'

/** Whether a line does more than look around. */
export function isNotable(commands: readonly SimpleCommand[]): boolean {
  return commands.some(doesMoreThanLook)
}

/** What of other programs only looks, by what is typed. */
const LOOKS =
  /^(?:gh (?:(?:pr|issue|run|repo|release|workflow) (?:view|list|status|checks|diff|watch)|auth status|search)|docker (?:compose )?(?:ps|logs|images|inspect|version|info|top|stats)|kubectl (?:get|describe|logs|top|explain|version)|(?:npm|pnpm|yarn|bun) (?:ls|list|view|info|outdated|audit|why|config get|root|bin)\b|pip3? (?:list|show|freeze|check)|cargo (?:tree|metadata|search)|go (?:list|env|version|doc)|brew (?:list|info)|aws \S+ (?:describe|list|get|ls)|systemctl (?:status|show|list)|journalctl|terraform (?:plan|show|output|state list)|(?:python[\d.]*|node|ruby|perl|deno eval) -(?:c|e|p)\b|python[\d.]* -$|(?:python[\d.]*|node)$|mise (?:ls|tasks)|apt(?:-get)? (?:list|show)|dpkg -l|crontab -l|ssh-add -l|ping|dig|nslookup|host|nc -z|openssl s_client|md5|shasum|xxd|launchctl list|xargs .*\b(?:ls|grep|rg|cat|wc|head|echo|file|stat)\b|redis-cli (?:get|keys|info|ping)|sysctl|ip a)/
const QUERIES = /^(?:psql|mysql|sqlite3|mariadb|duckdb|bq|clickhouse-client)\b/
const ASKS = /\b(?:select|show|describe|explain|pragma|with)\b|\\d|\.(?:schema|tables)/i
const WRITES = /\b(?:insert|update|delete|drop|alter|create|truncate|grant|merge|replace|vacuum)\b/i
const ONLY_TELLS = / (?:--version|--help|-V|version|help)$/
/** What is told elsewhere: by the state of files, and by commits. */
const TOLD = new Set('mkdir touch mv cp tee printf echo cat sed chmod ln'.split(' '))
const TOLD_OF_GIT = new Set(
  'add commit mv rm restore checkout switch stash fetch status diff diff-index diff-tree ls-remote check-ignore check-attr rev-list verify-pack whatchanged maintenance hash-object show-ref log show branch init'.split(
    ' ',
  ),
)

/** Whether a line is worth a place of its own where it ended well: it changed something that nothing else tells. */
export function isWorthKeeping(commands: readonly SimpleCommand[]): boolean {
  return commands.some((command) => {
    const { words } = command
    const name = words[0]?.replace(/^.*\//, '') ?? ''
    const typed = words.join(' ')
    if (!doesMoreThanLook({ ...command, words, into: [] })) return false
    if (name.startsWith('-') || TOLD.has(name) || LOOKS.test(typed) || ONLY_TELLS.test(typed)) return false
    if (name === 'git') return !TOLD_OF_GIT.has(gitVerb(words))
    if (name === 'curl' || name === 'wget')
      return / (?:-X ?(?!GET\b|HEAD\b)\w|--request|-d|--data|-F|--form|-T|--json)/.test(typed)
    if (name === 'gh' && words[1] === 'api') return / (?:-X|--method|-f|-F|--field|--input)\b/.test(typed)
    if (QUERIES.test(name)) return WRITES.test(typed) || !ASKS.test(typed)
    return true
  })
}

const LONGEST = 160
/** More of a line is not looked at, first with its here-documents, then without. */
const READ = 20_000
const READ_WITHOUT = 4000

/** The line as it is shown: on one line, without the folder it first goes to, here-documents left out. */
export function shownCommand(line: string): string {
  const bare = line
    .slice(0, READ)
    .replace(/(<<-?\s*(['"]?)(\w+)\2)[^\n]*\n[\s\S]*?(?:\n[ \t]*\3(?=\n|$|\))|$)/g, '$1 …')
    .slice(0, READ_WITHOUT)
    .replace(/\s*\\\n\s*/g, ' ')
    .replace(/\s*\n\s*/g, '; ')
    .trim()
    .replace(/^cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/, '')
    .replace(/\s*2>&1(?:\s*\|\s*(?:tail|head)\s+-?\w*\s*-?\d*)?\s*$/, '')
    .replace(/\s*\|\s*(?:tail|head)\s+(?:-n?\s*)?-?\d+\s*$/, '')
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare
}
