import { plainLine, plainText } from '../../commands/kit/text/plain-text.ts'
import type { Screen } from '../../commands/kit/text/screen.ts'
import { FAILURES, isFailure } from '../../model/errors.ts'

const LIMIT_HINT =
  '`ulimit -a` shows the limits of this shell: of open files (-n), the size of a file (-f), and memory (-v).'

interface Report {
  readonly exit: number
  /** What `--json` prints. */
  readonly value: unknown
  /** One sentence, what there is to choose from, and what to type next. */
  readonly text: (screen: Screen) => string
}

const REPORT_HINT = 'This is a mistake in Stet. Run it again with STET_DEBUG=1 and report what it prints.'

export function reportFailure(error: unknown, debug: boolean): Report {
  const failure = isFailure(error)
    ? error.toJSON()
    : {
        code: 'unexpected',
        message: messageOf(error),
        hint: isLimit(error) ? LIMIT_HINT : REPORT_HINT,
        facts: {} as Readonly<Record<string, unknown>>,
      }
  const exit = isFailure(error) ? FAILURES[error.code].exit : 1
  const candidates = Array.isArray(failure.facts.candidates) ? failure.facts.candidates.map(String) : []
  const stack = debug && error instanceof Error ? stackOf(error) : ''
  return {
    exit,
    value: { error: failure },
    text: (screen) =>
      [
        screen.red(plainLine(failure.message)),
        ...candidates.map((candidate) => `  ${plainLine(candidate)}`),
        ...(failure.hint ? [`${screen.dim('→')} ${plainLine(failure.hint)}`] : []),
        ...(stack ? [plainText(stack)] : []),
      ].join('\n'),
  }
}

/** What the system refuses to whoever asks. */
function isLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EMFILE|ENFILE|EFBIG|ENOMEM)$/.test(String(error.code))
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `Something unexpected happened: ${error.message}`
    : `Something unexpected happened: ${String(error)}`
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
