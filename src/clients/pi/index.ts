import type { Client } from '../client.ts'
import { readerOf } from '../kit/reader.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint } from './conversation.ts'
import { activePath, createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'
import { PiWriter, summaryIn, summaryLines } from './write-session.ts'

export const pi = {
  name: 'pi',
  label: 'pi',
  agent: 'pi',
  format: 'pi-v1',
  files: FILES,
  reader: readerOf({ parser: createParser, read: readLine, blocks: blocksOf, active: activePath }),
  tools: TOOLS,
  writer: (target) => new PiWriter(target),
  compactions: { summaryIn, summaryLines },
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint },
} as const satisfies Client
