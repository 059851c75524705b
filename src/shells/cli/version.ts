/** Put in by scripts/build.mjs. */
declare const STET_VERSION: string

export function version(): string {
  return typeof STET_VERSION === 'string' ? STET_VERSION : 'development'
}
