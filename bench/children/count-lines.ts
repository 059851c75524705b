import { closeSync, openSync, readSync } from 'node:fs'
import { timed } from '../lib/timed.ts'

// The reference of memory: counting the newlines of a file.
timed(() => {
  const file = openSync(process.argv[2]!, 'r')
  const buffer = Buffer.allocUnsafe(1 << 20)
  let lines = 0
  for (let got = readSync(file, buffer); got > 0; got = readSync(file, buffer)) {
    const block = buffer.subarray(0, got)
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) lines++
  }
  closeSync(file)
  if (lines === 0) throw new Error('a file without lines')
})
