import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { Failure } from '../model/errors.ts'

/** Whether a place is a folder: one that is there, or one that is named as such. */
export function isFolderName(cwd: string, out: string): boolean {
  return isNamedAsFolder(out) || isFolder(resolve(cwd, out))
}

/** A folder that was named must be there, unless it may be made. */
export function refuseMissingFolder(cwd: string, out: string, mayMake: boolean): void {
  const path = resolve(cwd, out)
  if (mayMake || !isNamedAsFolder(out) || isFolder(path)) return
  throw new Failure('file-not-found', `There is no folder ${path}.`, {
    facts: { path },
    hint: 'Add --parents to make it.',
  })
}

/** Where a file goes: to this path, or into it under this name where it is a folder. */
export function outPath(
  cwd: string,
  out: string,
  { name, mayMake }: { readonly name: string; readonly mayMake: boolean },
): string {
  refuseMissingFolder(cwd, out, mayMake)
  return isFolderName(cwd, out) ? resolve(cwd, join(out, name)) : resolve(cwd, out)
}

function isNamedAsFolder(out: string): boolean {
  return out.endsWith('/') || out.endsWith(sep)
}

function isFolder(path: string): boolean {
  return existsSync(`${path}${sep}`)
}
