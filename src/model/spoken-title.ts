import { plainLine } from './plain-line.ts'

/** Titles are cut to this length, between two words. */
const LONGEST_TITLE = 60
/** What stands before what a title is about: the prompt of a shell, a heading with a fence, where an address leads to. */
const PREAMBLE =
  /^(?:➜\s+\S+ git:\([^)]*\)\s*✗?\s*|#{1,6} [^#`]{0,40}```\w*\s|https?:\/\/(?:www\.)?[^/\s]+\/(?:[^/\s]+\/(?=[^/\s]+\/\w+\/))?)/

/**
 * A title in one line, as people would say it. Where a plan was handed over with a heading, the heading says more than what
 * is before it, and what is below the next heading is not the title any more.
 */
export function spokenTitle(title: string): string {
  const heading = /^[^#\n]{0,80}:\s*#{1,6}\s+(?=\S)/.exec(title)
  const own = title.slice(heading?.[0].length ?? 0).replace(PREAMBLE, '')
  const next = own.search(/\S\s+#{1,6}\s/)
  const text = plainLine((next === -1 ? own : own.slice(0, next + 1)).replace(/^#{1,6}\s+/, '')) || plainLine(title)
  return shortened(text)
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TITLE) return text
  const cut = text.slice(0, LONGEST_TITLE)
  const end = cut.lastIndexOf(' ')
  return `${(end > LONGEST_TITLE / 2 ? cut.slice(0, end) : cut).replace(/[\s.,:;]+$/, '')}…`
}
