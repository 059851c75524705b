import type { Source } from './source-file.ts'

/** Bytes in memory that are at this place of a file; what is before them is read there, if it is given. */
export function bytesAt(path: string, bytes: Buffer, start: number, before?: Source): Source {
  return {
    path,
    size: start + bytes.length,
    read: (buffer, position) =>
      position < start
        ? (before?.read(buffer, position) ?? 0)
        : bytes.copy(buffer, 0, position - start, position - start + buffer.length),
  }
}
