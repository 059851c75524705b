import { captureStream, type StreamInscribed, type StreamOptions } from '../../capture/capture-stream.ts'
import type { Workspace } from '../workspace.ts'
import { captureContext } from './capture-context.ts'

/** Captures a client's live output, line by line, as a session of its own. */
export function inscribeStream(
  workspace: Workspace,
  input: AsyncIterable<Uint8Array>,
  options?: StreamOptions,
): Promise<StreamInscribed> {
  return captureStream(captureContext(workspace), input, options)
}
