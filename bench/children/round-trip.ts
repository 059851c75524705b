import { closeSync, openSync, writeSync } from 'node:fs'
import { eachLine } from '../lib/lines.ts'
import { timed } from '../lib/timed.ts'

// Parses the lines of a file and writes them anew into another, as a tool without a record has to.
const [path, target] = process.argv.slice(2)
timed(() => {
  const file = openSync(target!, 'w')
  let lines: string[] = []
  let chars = 0
  const write = () => {
    writeSync(file, lines.join(''))
    lines = []
    chars = 0
  }
  eachLine(path!, (buffer, start, end) => {
    const line = `${JSON.stringify(JSON.parse(buffer.toString('utf8', start, end)))}\n`
    lines.push(line)
    chars += line.length
    if (chars > 1 << 20) write()
  })
  write()
  closeSync(file)
})
