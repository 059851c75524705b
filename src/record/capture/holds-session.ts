import { RAW } from '../../clients/raw/index.ts'
import { clientOfFile } from './client-of-file.ts'
import { openSource } from './source-file.ts'

/** What programs keep for themselves: nobody's sessions are in it. */
const OTHERS = /(?:^|[\\/])(?:\.git|node_modules)[\\/]/

/** Whether a file in a folder begins as a session of a client does, whatever its name is. */
export function holdsSession(path: string): boolean {
  if (OTHERS.test(path)) return false
  try {
    const file = openSource(path)
    try {
      return file.size > 0 && clientOfFile(file) !== RAW
    } finally {
      file.close()
    }
  } catch {
    return false // it cannot be read: in a folder that was named nobody asked for it by name
  }
}
