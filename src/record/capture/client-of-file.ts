import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { RAW } from '../../clients/raw/index.ts'
import type { SourceFile } from './source-file.ts'

/** The client whose file it is, by its content; RAW where none knows it. */
export function clientOfFile(file: SourceFile): Client {
  const head = file.head()
  return CLIENTS.find((known) => known.files.recognises(file.path, head)) ?? RAW
}
