import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'

/** Cuts a file at line ends into about so many pieces of like size. */
export function piecesOf(path: string, count: number): readonly Buffer[] {
  const bytes = readFileSync(path)
  const pieces: Buffer[] = []
  let start = 0
  for (let n = 1; n <= count && start < bytes.length; n++) {
    const wanted = Math.floor((bytes.length * n) / count)
    const newline = bytes.indexOf(10, Math.max(start, wanted - 1))
    const end = n === count || newline === -1 ? bytes.length : newline + 1
    pieces.push(bytes.subarray(start, end))
    start = end
  }
  return pieces
}

/** Lets a file grow piece by piece and captures it after each; returns the milliseconds of each capture. */
export async function growAndCapture(
  workspace: Workspace,
  path: string,
  pieces: readonly Buffer[],
): Promise<readonly number[]> {
  writeFileSync(path, '')
  const times: number[] = []
  for (const piece of pieces) {
    appendFileSync(path, piece)
    const began = performance.now()
    const { failed } = await inscribe(workspace, [path], { sideFiles: false, trust: 'last-commit' })
    times.push(performance.now() - began)
    if (failed[0]) throw new Error(failed[0].message)
  }
  return times
}
