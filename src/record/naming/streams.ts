import { isOnlyPrompts } from '../../clients/prompts/index.ts'
import type { SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Store } from '../store.ts'

/** What the id of a session that was captured from live output begins with; what follows is the id of its transcript. */
const OF_STREAM = 'stream-'

export function streamIdOf(transcript: string): string {
  return `${OF_STREAM}${transcript}`
}

/** The client's id of the session that one is the live output of; undefined for any other. */
export function transcriptIdOf(stream: string): string | undefined {
  return stream.startsWith(OF_STREAM) ? stream.slice(OF_STREAM.length) : undefined
}

/** The streams among sessions whose transcript is one of them too, each with the generations of that. */
export function streamsOf(sessions: readonly Session[]): ReadonlyMap<Session, readonly Session[]> {
  const streams = sessions.filter(({ clientId }) => transcriptIdOf(clientId) !== undefined)
  const told = new Map<Session, readonly Session[]>()
  for (const stream of streams) {
    const id = transcriptIdOf(stream.clientId)
    const transcripts = sessions.filter(
      (one) => one.clientId === id && one.client === stream.client && !isOnlyPrompts(one),
    )
    if (transcripts.length > 0) told.set(stream, transcripts)
  }
  return told
}

/** The streams of which a transcript says everything: what is said in them is found there. */
export async function toldByTranscripts(store: Store, sessions: readonly Session[]): Promise<ReadonlySet<SessionId>> {
  const told = new Set<SessionId>()
  for (const [stream, transcripts] of streamsOf(sessions)) {
    for (const transcript of transcripts) if (await says(store, transcript, stream)) told.add(stream.id)
  }
  return told
}

/** By the time of the last line; where the client prints no times, by how the answer of each round begins. */
async function says(store: Store, transcript: Session, stream: Session): Promise<boolean> {
  if (stream.facts.ended !== null) return (transcript.facts.ended ?? '') >= stream.facts.ended
  const answers = new Set((await store.listRounds(transcript.id)).map(({ agentPreview }) => agentPreview))
  return (await store.listRounds(stream.id)).every(({ agentPreview: said }) => said === '' || answers.has(said))
}
