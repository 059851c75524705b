import type { Progress } from '../../commands/kit/call.ts'
import { cut } from '../../commands/kit/text/display-width.ts'
import { bytesOf } from '../../commands/kit/text/format.ts'
import { plainLine } from '../../commands/kit/text/plain-text.ts'

const EVERY_MS = 100

export const NO_PROGRESS: Progress = { update: () => undefined, clear: () => undefined }

export function createProgress(columns: number, write: (text: string) => void): Progress {
  const started = Date.now()
  let printed = 0
  let visible = false
  return {
    update({ done, total, what, bytes }) {
      const now = Date.now()
      if (now - printed < EVERY_MS || now - started < EVERY_MS) return // short work prints nothing
      printed = now
      visible = true
      const figures = [`${done}/${total} ${what}`]
      if (bytes !== undefined) figures.push(bytesOf(bytes), `${bytesOf(bytes / ((now - started) / 1000))}/s`)
      write(`\r\x1b[K${cut(plainLine(figures.join(' · ')), columns - 1)}`)
    },
    clear() {
      if (visible) write('\r\x1b[K')
      visible = false
    },
  }
}
