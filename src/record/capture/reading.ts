import { Failure } from '../../model/errors.ts'

/** Runs what reads a client's files; what the file system refuses is a failure that names the path. */
export async function reading<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw refusal(path, error as NodeJS.ErrnoException)
    throw error
  }
}

/** What the file system refuses, as a failure that names the path. */
export function refusal(path: string, error: NodeJS.ErrnoException): Failure {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new Failure('file-not-found', `There is no file ${path}.`, {
      facts: { path },
      hint: 'Run `stet inscribe --all` to capture every session found on this machine.',
      cause: error,
    })
  }
  if (error.code === 'ENAMETOOLONG') {
    return new Failure('file-not-found', `There is no file ${path}: no name can be so long.`, {
      facts: { path },
      hint: 'Give the path of a transcript, or run `stet inscribe --all`.',
      cause: error,
    })
  }
  return new Failure('file-unreadable', `The file ${path} cannot be read: ${error.code ?? error.message}.`, {
    facts: { path, reason: error.code ?? error.message },
    hint: 'Check its permissions and try again.',
    cause: error,
  })
}
