#!/usr/bin/env node
// Draws docs/images/overview.svg: what `stet` and `stet rounds` print, in a terminal, on copies of the sample and of
// recorded fixtures in a temporary home. Times are moved to the present, so that the picture stays the same.
// Needs the built CLI and `script` of util-linux, because colours are for terminals only.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from './install.mjs'

const COLUMNS = 88
const MINUTE = 60_000
const CELL = { width: 8.43, height: 19 }
const PAD = { left: 18, top: 44, bottom: 16 }
const COLORS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' }
const FIXTURES = join(ROOT, 'tests', 'fixtures', 'claude-code')

/** The sessions in the picture, how long ago each ended, and the title it gets where it has none. */
const SESSIONS = [
  { path: sampleFile(), ago: 12 * MINUTE },
  { path: join(FIXTURES, 'manual-compact-2.1.325.jsonl'), ago: 3 * 60 * MINUTE, title: 'A list of words' },
  {
    path: join(FIXTURES, 'interrupted-and-image-2.1.325.jsonl'),
    ago: 26 * 60 * MINUTE,
    title: 'A red square',
  },
  { path: join(FIXTURES, 'auto-compact-2.1.325.jsonl'), ago: 50 * 60 * MINUTE, title: 'A window that ran full' },
]

const home = mkdtempSync(join(tmpdir(), 'stet-picture-'))
try {
  const project = join(home, 'project')
  mkdirSync(project)
  for (const session of SESSIONS) put(session, project)
  stet(['inscribe', '--all'], project)
  stet(['tag', 'A plan', '2-3', 'plan-work'], project)
  const shown = [
    { typed: 'stet', printed: stet([], project) },
    { typed: 'stet rounds "list of words"', printed: stet(['rounds', 'list of words'], project) },
  ]
  mkdirSync(join(ROOT, 'docs', 'images'), { recursive: true })
  writeFileSync(join(ROOT, 'docs', 'images', 'overview.svg'), draw(shown))
} finally {
  rmSync(home, { recursive: true, force: true })
}

function sampleFile() {
  const folder = join(ROOT, 'sample')
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.jsonl')),
  )
}

/** Copies a session and what is next to it to where the client would have it, moved to this project and time. */
function put({ path, ago, title }, project) {
  const store = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'))
  mkdirSync(store, { recursive: true })
  const text = readFileSync(path, 'utf8')
  const id = /"sessionId":"([0-9a-f-]{36})"/.exec(text)[1]
  const times = [...text.matchAll(/"timestamp":"([^"]+)"/g)].map(([, time]) => Date.parse(time))
  const move = Date.now() - ago - Math.max(...times)
  const moved = (old) =>
    old
      .replace(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(project)}`)
      .replace(
        /"timestamp":"([^"]+)"/g,
        (_, time) => `"timestamp":"${new Date(Date.parse(time) + move).toISOString()}"`,
      )
  const named = title ? `${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id })}\n` : ''
  const beside = path.replace(/\.jsonl$/, '')
  if (readdirSync(join(path, '..')).includes(basename(beside))) cpSync(beside, join(store, id), { recursive: true })
  writeFileSync(join(store, `${id}.jsonl`), moved(text) + named)
  const then = new Date(Date.now() - ago)
  for (const name of readdirSync(store, { recursive: true, encoding: 'utf8' })) {
    if (!name.startsWith(id) || !name.endsWith('.jsonl')) continue
    if (name !== `${id}.jsonl`) writeFileSync(join(store, name), moved(readFileSync(join(store, name), 'utf8')))
    utimesSync(join(store, name), then, then)
  }
}

/** Runs the built CLI in a terminal of its own and returns what it prints. */
function stet(args, cwd) {
  const words = [process.execPath, join(ROOT, 'bin', 'stet'), ...args].map((word) => `'${word}'`).join(' ')
  const line = `stty cols ${COLUMNS} rows 50; ${words}`
  const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color' }
  return execFileSync('script', ['-qec', line, '/dev/null'], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
    .replaceAll('\r', '')
    .replace(/\n+$/, '')
}

function draw(shown) {
  const rows = shown.flatMap(({ typed, printed }, nth) => [
    ...(nth > 0 ? [''] : []),
    `\x1b[32m$\x1b[39m \x1b[1m${typed}\x1b[22m`,
    ...printed.split('\n'),
  ])
  const width = Math.round(COLUMNS * CELL.width + 2 * PAD.left)
  const height = PAD.top + rows.length * CELL.height + PAD.bottom
  const text = rows.map((row, nth) => rowOf(row, PAD.top + nth * CELL.height + 14)).filter(Boolean)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(shown.map(({ typed }) => typed).join(', then '))} in a terminal">
<rect width="${width}" height="${height}" rx="10" fill="#0d1117" stroke="#30363d"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="#c9d1d9" xml:space="preserve">
${text.join('\n')}
</g>
</svg>
`
}

/** One line of the terminal: a piece of text for each stretch of one style, set to its columns whatever the font. */
function rowOf(row, y) {
  const style = { color: undefined, bold: false, dim: false }
  const pieces = []
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own colours
  for (const part of row.split(/(\x1b\[\d+m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1]
    if (code !== undefined) apply(style, Number(code))
    else {
      for (const { 0: word, index } of part.matchAll(/\S+(?: \S+)*/g))
        pieces.push(piece(word, column + index, y, style))
      column += [...part].length
    }
  }
  return pieces.join('')
}

function apply(style, code) {
  if (code === 1) style.bold = true
  else if (code === 2) style.dim = true
  else if (code === 22) Object.assign(style, { bold: false, dim: false })
  else style.color = COLORS[code]
}

function piece(word, column, y, { color, bold, dim }) {
  const width = ([...word].length * CELL.width).toFixed(1)
  const look = `${color ? ` fill="${color}"` : ''}${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity="0.6"' : ''}`
  const x = (PAD.left + column * CELL.width).toFixed(1)
  return `<text x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${look}>${escaped(word)}</text>`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
