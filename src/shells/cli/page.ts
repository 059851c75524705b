import { spawnSync } from 'node:child_process'
import type { Passed } from '../../model/passed.ts'
import { withoutActions } from '../process/output.ts'

/** Shows text with a program that stops after each screen, as git does; false where there is none, or none is wanted. */
export function page(text: Passed & string, pager: string): boolean {
  if (pager === '' || pager === 'cat') return false
  const env = { ...process.env, LESS: process.env.LESS ?? 'FRX', LV: process.env.LV ?? '-c' }
  const input = `${withoutActions(text)}\n`
  const { status } = spawnSync('/bin/sh', ['-c', pager], { input, stdio: ['pipe', 'inherit', 'inherit'], env })
  return status !== 126 && status !== 127 // the shell did not find it
}
