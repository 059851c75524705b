import { escaped } from './escaped.ts'

/** Quotes and lists inside one another are drawn to this depth; deeper ones are text. */
const DEEPEST = 5

const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const HEADING = /^\s{0,3}#{1,6}\s+(\S.*)$/
const RULE = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
const QUOTE = /^\s{0,3}>\s?/
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+/
const COLUMNS = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/

/** Markdown of an agent as HTML in which nothing acts: every character is escaped first, and addresses are text. */
export function proseHtml(text: string): string {
  return blocks(text.split('\n'), 0)
}

function blocks(lines: readonly string[], depth: number): string {
  let html = ''
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const fence = FENCE.exec(line)
    const heading = HEADING.exec(line)
    if (line.trim() === '') at++
    else if (fence) {
      const end = endOf(lines, at + 1, (one) => one.trim().startsWith(fence[1]!))
      html += `<pre>${escaped(lines.slice(at + 1, end).join('\n'))}</pre>`
      at = end + 1
    } else if (heading) {
      html += `<h3>${inline(heading[1]!)}</h3>`
      at++
    } else if (RULE.test(line)) {
      html += '<hr>'
      at++
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const end = endOf(lines, at, (one) => !QUOTE.test(one))
      const quoted = lines.slice(at, end).map((one) => one.replace(QUOTE, ''))
      html += `<blockquote>${blocks(quoted, depth + 1)}</blockquote>`
      at = end
    } else if (ITEM.test(line) && depth < DEEPEST) {
      const end = endOf(lines, at + 1, (one, nth) => isAfterList(one, lines[nth + 1], ITEM.exec(line)![1]!.length))
      html += listHtml(lines.slice(at, end), depth)
      at = end
    } else if (beginsTable(line, lines[at + 1])) {
      const end = endOf(lines, at + 2, (one) => !one.includes('|'))
      html += tableHtml([line, ...lines.slice(at + 2, end)])
      at = end
    } else {
      const end = endOf(lines, at + 1, (one, nth) => beginsBlock(one, lines[nth + 1], depth))
      html += `<p>${inline(lines.slice(at, end).join('\n'))}</p>`
      at = end
    }
  }
  return html
}

/** The next line of which something holds, or the end. */
function endOf(lines: readonly string[], from: number, holds: (line: string, at: number) => boolean): number {
  let at = from
  while (at < lines.length && !holds(lines[at]!, at)) at++
  return at
}

function beginsBlock(line: string, next: string | undefined, depth: number): boolean {
  if (line.trim() === '' || FENCE.test(line) || HEADING.test(line) || RULE.test(line)) return true
  if (depth < DEEPEST && (QUOTE.test(line) || ITEM.test(line))) return true
  return beginsTable(line, next)
}

function beginsTable(line: string, next = ''): boolean {
  return line.includes('|') && next.length < 1000 && COLUMNS.test(next.trim())
}

/** A list goes on with what is indented, or with another item, also after a blank line. */
function isAfterList(line: string, next: string | undefined, indent: number): boolean {
  const isInside = (one: string) => ITEM.test(one) || one.length - one.trimStart().length > indent
  if (line.trim() === '') return next === undefined || !isInside(next)
  return !isInside(line) && beginsBlock(line, undefined, DEEPEST)
}

function listHtml(lines: readonly string[], depth: number): string {
  const indent = ITEM.exec(lines[0]!)![1]!.length
  const first = ITEM.exec(lines[0]!)![2]
  const items: string[][] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item && item[1]!.length <= indent) items.push([line.slice(item[0].length)])
    else items.at(-1)!.push(line.slice(Math.min(indent + 2, line.length - line.trimStart().length)))
  }
  const tag = first === undefined ? 'ul' : 'ol'
  const start = first === undefined || first === '1' ? '' : ` start=${first}`
  const texts = items.map((item) =>
    item.length === 1 ? inline(item[0]!) : blocks(item, depth + 1).replace(/^<p>(.*?)<\/p>/s, '$1'),
  )
  return `<${tag}${start}>${texts.map((text) => `<li>${text}`).join('')}</${tag}>`
}

function tableHtml([head = '', ...rows]: readonly string[]): string {
  const row = (line: string, tag: string) =>
    `<tr>${line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${inline(cell.trim())}`)
      .join('')}`
  return `<table>${row(head, 'th')}${rows.map((one) => row(one, 'td')).join('')}</table>`
}

/** Code in backticks stays as it is; the rest may be bold, in italics, struck, or an address under other words. */
function inline(text: string): string {
  return escaped(text)
    .split(/`([^`\n]+)`/)
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : marked(part)))
    .join('')
}

function marked(text: string): string {
  return text
    .replace(/\[([^[\]\n]{1,300})\]\(([^()\s]{1,500})\)/g, '$1 <small>$2</small>')
    .replace(/\*\*([^*\n]+)\*\*/g, '<b>$1</b>')
    .replace(/(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g, '<i>$1</i>')
    .replace(/~~([^~\n]+)~~/g, '<s>$1</s>')
}
