/**
 * Files that several machines share, written once and never changed; removed only where something is to be forgotten. Names are parts joined by `/`. Whoever reads checks what
 * it reads: bytes that a drive has not brought yet may be missing, or be there in part.
 */
export interface Place {
  /** Names of the files and folders in a folder; none where it is not there. */
  list(folder: string): Promise<readonly string[]>
  read(name: string): Promise<Buffer | undefined>
  /** Writes a file, whole or not at all; false where there is one of that name. */
  write(name: string, bytes: Uint8Array): Promise<boolean>
  /** Removes a file of one's own that another took the place of. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}
