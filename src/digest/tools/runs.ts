import { commandKey, isNotable, shownCommand } from '../../brief/facts/commands.ts'
import { type ErrorLine, errorLines, lastWords } from '../../brief/facts/errors.ts'
import { hasFailed, ranWell } from '../../brief/facts/ran-well.ts'
import { gitEffect } from '../../brief/facts/shell-files.ts'
import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import { testResult } from '../../model/test-result.ts'
import type { EntryDraft } from '../entry.ts'
import { namesIn } from '../prose/names.ts'
import type { Did } from '../round.ts'

/** Files that keep what programs said. */
const LOG = /(?:\.(?:log|out|err|trace)(?:\.\d+)?$|(?:^|[/\\])logs?[/\\])/i
/** Looking for words in code finds many that are no error. */
const SEARCHING = /^\s*(?:cd \S+ && )?(?:rg|grep|egrep|ag|find|fd|git (?:-C \S+ )?(?:grep|log|diff|show|blame))\b/
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|c|h|cc|cpp|cs|php|swift|scala|sh|md|json|ya?ml|toml|html|css|sql|vue|svelte)\b/i

/** What a call that runs something leaves to know: the command with its outcome, and the errors it printed. */
export function runDrafts({ act, outcome }: Did, commands: readonly SimpleCommand[]): readonly EntryDraft[] {
  if (act.role === 'run' && act.command !== null) {
    const { command } = act
    const notable = isNotable(commands)
    const failed = outcome !== null && hasFailed(outcome)
    const looksAtCode = !notable && (SEARCHING.test(command) || SOURCE.test(command))
    const test = testResult(command, outcome) ?? null
    const provokes = test?.outcome === 'passed' && !failed // tests of what goes wrong print that it does
    const isRead = outcome && !looksAtCode && !provokes && outcome.said === undefined
    const marked = isRead ? errorLines(outcome.output, failed && notable) : []
    const last = commands.at(-1)
    const isTelling = failed && marked.length === 0 && last !== undefined && doesMoreThanLook(last)
    const errors = isRead && isTelling ? lastWords(outcome.output) : marked
    const key = commandKey(command)
    return [
      {
        kind: 'run',
        command: shownCommand(command),
        key,
        failed,
        exit: outcome === null ? null : (outcome.exit ?? (outcome.failed ? null : 0)),
        isNotable: notable,
        test,
        errors: errors.map((error) => error.key),
        effect: gitEffect(ranWell(commands, outcome)),
      },
      ...errors.map((error) => errorDraft(error, key)),
    ]
  }
  if (!outcome || outcome.said !== undefined) return []
  const isLog = act.role === 'read' && act.files.some(({ path }) => LOG.test(path))
  if (!isLog && act.role !== 'other') return []
  const source = act.files[0]?.path ?? act.role
  return errorLines(outcome.output, outcome.failed && act.role === 'other').map((error) => errorDraft(error, source))
}

function errorDraft(error: ErrorLine, source: string): EntryDraft {
  return { kind: 'error', source, ...error, names: namesIn(error.text).map((name) => name.key) }
}
