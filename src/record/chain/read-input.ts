import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'

/** Reads a file a person named, once: it may be a pipe. */
export async function readInput({ cwd }: Pick<Workspace, 'cwd'>, path: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new Failure('file-not-found', `There is no file ${path}.`, { facts: { path }, cause: error })
    throw new Failure('file-unreadable', `The file ${path} cannot be read: ${code ?? message}.`, {
      facts: { path },
      cause: error,
    })
  }
}
