import type { Workspace } from '../workspace.ts'
import { captureStream, type StreamInscribed, type StreamOptions } from './capture-stream.ts'
import { captureContext } from './context-of-capture.ts'

/** Captures a client's live output, line by line, as a session of its own. */
export function inscribeStream(
  workspace: Workspace,
  input: AsyncIterable<Uint8Array>,
  options?: StreamOptions,
): Promise<StreamInscribed> {
  return captureStream(captureContext(workspace), input, options)
}
