/** The last name of a path, of whichever system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== '') ?? path
}
