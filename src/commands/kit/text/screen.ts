import { plainLine } from './plain-text.ts'

export type Style = (text: string) => string

/** Where text for people is printed: how wide it is, which colours it has, what time it is. */
export interface Screen {
  readonly columns: number
  /** What a line of a list may take; without a limit in a pipe. */
  readonly lineColumns: number
  readonly now: Date
  readonly bold: Style
  readonly dim: Style
  readonly red: Style
  readonly green: Style
  readonly yellow: Style
  readonly cyan: Style
  /** A path as people write it: `~` for the home folder, nothing a terminal acts on. */
  readonly path: (path: string) => string
}

export function createScreen(
  { columns, lineColumns, home }: { readonly columns: number; readonly lineColumns: number; readonly home: string },
  colored: boolean,
): Screen {
  const style =
    (open: number, close: number): Style =>
    (text) =>
      colored && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return {
    columns,
    lineColumns,
    now: new Date(),
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
    path: (path) =>
      plainLine(home !== '' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path),
  }
}
