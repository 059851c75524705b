import type { SimpleCommand } from './shell-words.ts'

/** Commands that look and change nothing: worth a line only where they failed in a way that matters. */
const LOOKING = new Set(
  'ls ll cat head tail less more grep rg egrep fgrep ag find fd tree wc pwd cd echo printf which type whereis file stat du df ps top env printenv date whoami hostname uname man sort uniq cut awk tr jq yq diff cmp xxd hexdump od sleep true false test [ [[ history clear exit export set source . read wait pgrep lsof id basename dirname realpath readlink seq tput nl column fold paste tac rev strings sha256sum md5sum b3sum for while if case done fi esac'.split(
    ' ',
  ),
)
const GIT_LOOKING = new Set(
  'status log diff show branch blame remote config rev-parse ls-files ls-tree cat-file describe reflog shortlog grep fsck worktree count-objects for-each-ref name-rev merge-base'.split(
    ' ',
  ),
)

/** Whether a line does more than look around. */
export function isNotable(commands: readonly SimpleCommand[]): boolean {
  return commands.some(({ words, into }) => {
    const name = words[0]?.replace(/^.*\//, '')
    if (into.length > 0) return true
    if (name === undefined) return false
    if (name === 'git')
      return !GIT_LOOKING.has(
        words.slice(1).find((word, at) => !word.startsWith('-') && !/^-[Cc]$/.test(words[at]!)) ?? '',
      )
    if (name === 'sed') return words.some((word) => /^-\w*i/.test(word))
    return !LOOKING.has(name)
  })
}

const LONGEST = 160

/** The line as it is shown: on one line, without the folder it first goes to, here-documents left out. */
export function shownCommand(line: string): string {
  const bare = line
    .replace(/(<<-?\s*(['"]?)(\w+)\2)[^\n]*\n[\s\S]*?(?:\n\s*\3(?=\n|$|\))|$)/g, '$1 …')
    .replace(/\s*\\\n\s*/g, ' ')
    .replace(/\s*\n\s*/g, '; ')
    .trim()
    .replace(/^cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/, '')
    .replace(/\s*2>&1(?:\s*\|\s*(?:tail|head)\s+-?\w*\s*-?\d*)?\s*$/, '')
    .replace(/\s*\|\s*(?:tail|head)\s+(?:-n?\s*)?-?\d+\s*$/, '')
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare
}

/** The same for reruns: the line without what does not change what it runs. */
export function commandKey(line: string): string {
  return shownCommand(line)
    .replace(/\s+/g, ' ')
    .replace(/^(?:[A-Z_]+=\S+ )+/, '')
    .toLowerCase()
}
