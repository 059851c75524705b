import { withLead } from './implicit.ts'

/** Something that a brief has, on one line, and the round it is of. */
export interface Line {
  readonly text: string
  /** The same without its rounds. */
  readonly bare: string
  readonly round: number
}

/** The line with its round, or rounds, and whatever else is known of it behind that. */
export function line(text: string, rounds: readonly number[], more: readonly string[] = []): Line {
  const shown = rounds.length <= 8 ? rounds : [...rounds.slice(0, 3), ...rounds.slice(-5)]
  const where = `${rounds.length === 1 ? 'round' : 'rounds'} ${shown.join(', ')}`
  const said = text.replace(/\s+/g, ' ').trim()
  return {
    text: withLead(`${said} (${[where, ...more].join(', ')})`),
    bare: more.length === 0 ? said : `${said} (${more.join(', ')})`,
    round: rounds.at(-1) ?? 0,
  }
}

/** A heading and its lines; nothing where there are none. */
export function section(heading: string, lines: readonly Pick<Line, 'text'>[], mark = '##'): readonly string[] {
  return lines.length === 0 ? [] : ['', `${mark} ${heading}`, ...lines.map(({ text }) => `- ${text}`)]
}
