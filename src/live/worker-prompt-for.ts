import { limitsOf } from '../pressure/limits-of.ts'
import { workerPrompt } from '../pressure/worker-prompt.ts'
import type { Workspace } from '../record/workspace.ts'

/** The section on context for a worker's prompt, with the thresholds that are set. */
export async function workerPromptFor({ settings }: Pick<Workspace, 'settings'>): Promise<string> {
  return workerPrompt(limitsOf((await settings?.()) ?? {}))
}
