#!/usr/bin/env node
// Writes what the documents take from the code: the tables in docs/errors.md. docs/cli.md is made by the build.
// `--check` writes nothing and fails where a document is not what the code says.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.mjs'
import { loadSource } from './load-source.mjs'

const MEANS = {
  usage: 'The command line is not one Stet knows.',
  'session-not-found': 'No session of that id, title or path is in the record.',
  'session-forgotten': 'The session was removed with `stet forget`; naming its file takes it in again.',
  'session-ambiguous': 'Several sessions match; they are listed.',
  'round-not-found': 'The session has no such round.',
  'range-invalid': 'That is no range of rounds.',
  'engagement-not-found': 'No round in the context is in that engagement.',
  'config-invalid':
    'A line of the configuration file is not TOML, or sets what cannot be set so; file and line are named.',
  'operation-not-found': 'No operation of that name is in the record.',
  'not-allowed': 'The token does not allow that; `stet token` makes one that does.',
  'not-supported': 'Stet cannot do that with sessions of this client, or not with a shared store.',
  'not-resumable': 'The client does not resume sessions of that kind.',
  'client-missing': 'The client that `--exec` starts is not there; the new session is, and can be resumed later.',
  'output-invalid': 'What would be written could not be resumed; nothing was written.',
  'engagement-invalid': 'That cannot be the name of an engagement.',
  'name-invalid': 'A name would lead out of its folder or break a reference.',
  'spend-limit': 'The configured model may not spend more.',
  'summarizer-unavailable': 'The configured model gave no usable answer.',
  'reference-not-found': 'Nothing fits the tag or words given.',
  'reference-ambiguous': 'The start of an id fits several ids; they are listed.',
  'file-not-found': 'There is no such file.',
  'file-unreadable': 'The file is there and cannot be read.',
  'line-unfinished':
    'the last line of a file is not finished, and too long to be kept until it is; the rest was recorded',
  'file-not-a-session': 'The file is empty, no file, or of no client Stet knows.',
  'target-exists':
    "The place to write to is taken. `--force` replaces it, unless it is a client's own file or, where a session is to be written, no session.",
  'target-unwritable': 'The place to write to cannot be written.',
  'artifact-missing': 'Recorded bytes are not in the store.',
  'artifact-corrupt': 'Recorded bytes no longer match their hash.',
  'record-corrupt': 'A row of the record is damaged, or a chain has a gap.',
  'commit-not-found': 'There is no such commit.',
  'commit-differs': 'The commit is in the record already, as one of another type.',
  'parent-missing': 'A commit names a parent that is not in the record.',
  'not-an-ancestor': 'The commit to stop at is no ancestor of the other.',
  'chain-cycle': 'The ancestors of a commit run in a circle.',
  'format-unknown': 'Stet cannot read that format, or write for that client.',
  'chain-moved': 'Another process recorded the session first.',
  'tag-moved': 'Another process tagged the round, or moved the name, first.',
  'ticket-moved': 'Another process changed the ticket first.',
  'ticket-refused': 'The ticket cannot take that step: somebody has it already, or something is missing.',
  'review-open': 'A reviewer has not approved yet, or a finding is open.',
  'store-busy': 'Another process is writing and did not finish in time.',
  'store-full': 'There is no space left; nothing that was recorded is lost.',
  'store-read-only': 'This user may not write to the store.',
  'store-foreign': 'The store, or a file in its folder, belongs to another user.',
  'store-too-new': 'A newer Stet wrote the store; nothing was changed.',
  'store-unavailable':
    'The system refuses files or memory to this process, such as by a limit; the store is not damaged.',
  'store-unreadable': 'There is no store there, or the file is not one.',
  'search-unavailable': 'The search index cannot be read or written; the record is not touched by that.',
  'nothing-to-do': 'There was nothing to do.',
  interrupted: 'Stopped by Ctrl-C; what was recorded until then is kept.',
}

/** Everything generated, by its path below the root: the whole file, or a file's blocks by their names. */
const { FAILURES } = await loadSource(`export { FAILURES } from './src/model/errors.ts'`)
const GENERATED = {
  'docs/errors.md': (text) => withBlock(text, 'failures', failures()),
}

const check = process.argv.includes('--check')
const stale = []
for (const [name, make] of Object.entries(GENERATED)) {
  const path = join(ROOT, name)
  const old = readOr(path, '')
  const text = make(old)
  if (text === old) continue
  stale.push(name)
  if (!check) writeFileSync(path, text)
}
for (const name of stale) console.log(check ? `${name} is not what the code says: npm run docs` : `wrote ${name}`)
if (check && stale.length > 0) process.exitCode = 1

/** The text with what is between the block's two marks replaced. */
function withBlock(text, name, block) {
  const [open, close] = [`<!-- ${name}: made by npm run docs -->`, `<!-- end of ${name} -->`]
  const from = text.indexOf(open)
  const to = text.indexOf(close)
  if (from === -1 || to < from) throw new Error(`there is no block ${name} to fill`)
  return `${text.slice(0, from + open.length)}\n\n${block}\n\n${text.slice(to)}`
}

function failures() {
  const used = sourceText()
  const rows = Object.entries(FAILURES).map(([code, { exit, retry }]) => {
    const means = MEANS[code]
    if (means === undefined) throw new Error(`say in scripts/docs.mjs what ${code} means`)
    const raised = used.includes(`'${code}'`) ? '' : ' (Not raised yet.)'
    return `| \`${code}\` | ${exit} | ${retry ? 'yes' : 'no'} | ${means}${raised} |`
  })
  return ['| code | exit status | trying again may help | means |', '|---|---|---|---|', ...rows].join('\n')
}

/** The source without the table of failures itself. */
function sourceText() {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('errors.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n')
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return otherwise
  }
}
