/** A format's name and which version of it. */
export interface FormatId {
  readonly family: string
  readonly version: number
}

/** Reads `<family>-v<version>`; undefined for a text that names no format. */
export function parseFormatId(id: string): FormatId | undefined {
  const [, family, version] = /^([a-z0-9][a-z0-9._-]{0,59})-v(\d{1,4})$/i.exec(id) ?? []
  return family === undefined ? undefined : { family, version: Number(version) }
}
