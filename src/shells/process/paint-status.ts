import type { StatusLine } from '../../live/status-line.ts'

const COLORS: Readonly<Record<StatusLine['level'], number>> = {
  ok: 32,
  notice: 32,
  warn: 33,
  recommend: 31,
  urgent: 31,
  force: 31,
}

/** The client shows colours of a status line, whatever it is a terminal to. */
export function paintStatus(line: string, level: StatusLine['level']): string {
  return `\x1b[${COLORS[level]}m${line}\x1b[39m`
}
