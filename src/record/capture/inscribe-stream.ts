import { splitSessionId } from '../../model/id.ts'
import { transcriptIdOf } from '../naming/streams.ts'
import type { Workspace } from '../workspace.ts'
import { captureStream, type StreamInscribed, type StreamOptions } from './capture-stream.ts'
import { captureContext } from './context-of-capture.ts'

/** Captures a client's live output, line by line, as a session of its own that is linked to the session it is the output of. */
export async function inscribeStream(
  workspace: Workspace,
  input: AsyncIterable<Uint8Array>,
  options?: StreamOptions,
): Promise<StreamInscribed> {
  const captured = await captureStream(captureContext(workspace), input, options)
  const { session } = captured
  const parent = transcriptIdOf(splitSessionId(session).clientId)!
  await workspace.store.link([
    { child: session, parent, kind: 'stream', at: workspace.clock().toISOString(), detail: {} },
  ])
  return captured
}
