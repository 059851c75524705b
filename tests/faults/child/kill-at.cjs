'use strict'
// Loaded in front of a program (`node -r`): it dies at the STET_KILL_AT-th change that it makes to files, before or after it.
const fs = require('node:fs')

const CHANGES = [
  'open',
  'openSync',
  'writeFile',
  'writeFileSync',
  'rename',
  'renameSync',
  'link',
  'linkSync',
  'rm',
  'rmSync',
  'mkdir',
  'mkdirSync',
]
const at = Number(process.env.STET_KILL_AT)
let changes = 0

for (const place of [fs, fs.promises])
  for (const name of CHANGES) {
    const change = place[name]
    if (typeof change !== 'function') continue
    place[name] = function (...given) {
      if (!isChange(name, given)) return change.apply(this, given)
      changes++
      if (changes === at) die()
      const done = change.apply(this, given)
      if (changes + 0.5 !== at) return done
      if (typeof done?.then !== 'function') return die()
      return done.then(die)
    }
  }
process.on('exit', () => fs.writeSync(2, `changes ${changes}\n`))

function die() {
  process.kill(process.pid, 'SIGKILL')
}

/** A file that is opened for reading stays as it is. */
function isChange(name, [, flags]) {
  if (!name.startsWith('open')) return true
  return typeof flags === 'number' ? (flags & 3) !== 0 : flags !== undefined && flags !== 'r'
}
