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

/** Whether a command changes, builds or tests something, or may: it does more than look around. */
export function doesMoreThanLook({ words, into }: SimpleCommand): boolean {
  const name = words[0]?.replace(/^.*\//, '')
  if (into.length > 0) return true
  if (name === undefined) return false
  if (name === 'git') return !GIT_LOOKING.has(verbOf(words) ?? '')
  if (name === 'sed') return words.some((word) => /^-\w*i/.test(word))
  return !LOOKING.has(name)
}

/** The first word after a program that is neither an option nor the folder it is to work in. */
export function verbOf(words: readonly string[]): string | undefined {
  return words.slice(1).find((word, at) => !word.startsWith('-') && !/^-[Cc]$/.test(words[at]!))
}
