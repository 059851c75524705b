import { eachLine } from '../lib/lines.ts'
import { timed } from '../lib/timed.ts'

// The reference of ingest: JSON.parse of every line, and nothing else.
timed(() => {
  for (const path of process.argv.slice(2)) {
    eachLine(path, (buffer, start, end) => {
      try {
        JSON.parse(buffer.toString('utf8', start, end))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error // real transcripts have broken lines
      }
    })
  }
})
