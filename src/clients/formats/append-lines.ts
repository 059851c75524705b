const NEWLINE = Buffer.from('\n')

/** Lines after lines; a last line that lacks its newline gets it. */
export function appendLines(deltas: readonly Buffer[]): Buffer {
  return Buffer.concat(
    deltas.flatMap((bytes, at) => {
      const isOpen = at < deltas.length - 1 && bytes.length > 0 && bytes.at(-1) !== NEWLINE[0]
      return isOpen ? [bytes, NEWLINE] : [bytes]
    }),
  )
}
