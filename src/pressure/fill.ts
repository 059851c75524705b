/** How full a model's window is, and how that is known. */
export interface Fill {
  readonly tokens: number
  readonly window: number
  /** Of the window, with one decimal. */
  readonly percent: number
  readonly from: 'status-line' | 'usage' | 'estimate'
}

/** What the client's status line said last, kept in a file for hooks to read. */
export interface Bridge {
  readonly tokens: number
  readonly window: number
  readonly percent: number
  /** When, in milliseconds. */
  readonly at: number
}

export interface FillSources {
  readonly bridge?: Bridge | undefined
  /** What the last reply says its request held; 0 where none did. */
  readonly usage: number
  /** What the lines after that reply, or all lines, are likely to cost. */
  readonly estimate: number
  readonly window: number
  readonly now: number
  /** When the transcript's last line was written, in milliseconds, where that is known. */
  readonly changed?: number | undefined
}

/** The status line is believed for so long, and longer where nothing was written since. */
const FRESH_MS = 60_000

/**
 * How full a window is: from the status line while it holds, else from the last reply's usage, else an estimate. Tokens and
 * percent are of one source: where a status line's tokens are no part of its window like its percent, its percent counts.
 */
export function fillOf({ bridge, usage, estimate, window, now, changed }: FillSources): Fill {
  const saysSo = bridge !== undefined && bridge.window > 0 && bridge.percent > 0
  if (saysSo && (now - bridge.at <= FRESH_MS || (changed ?? now) <= bridge.at)) {
    const told = (bridge.percent / 100) * bridge.window
    const agrees = Math.abs(bridge.tokens - told) <= bridge.window / 100
    const tokens = agrees ? bridge.tokens : Math.round(told)
    return { tokens, window: bridge.window, percent: tenth(bridge.percent), from: 'status-line' }
  }
  const tokens = usage > 0 ? usage : estimate
  return { tokens, window, percent: percentOf(tokens, window), from: usage > 0 ? 'usage' : 'estimate' }
}

export function percentOf(tokens: number, window: number): number {
  return window <= 0 ? 0 : tenth((tokens / window) * 100)
}

function tenth(percent: number): number {
  return Math.round(percent * 10) / 10
}
