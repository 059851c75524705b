import { toUtc } from '../../../model/time.ts'
import type { Prompt } from '../../client.ts'
import { isObject, isText, readRecord } from '../../json-record.ts'

/**
 * A line of the client's history of prompts: what was typed, with the texts that were pasted into it. Older lines do not say
 * which session they are of.
 */
export function readPrompt(bytes: Buffer): Prompt | undefined {
  const { display, pastedContents, timestamp, project, sessionId } = readRecord(bytes) ?? {}
  if (!isText(display)) return undefined
  const pasted = isObject(pastedContents) ? Object.values(pastedContents) : []
  const texts = pasted.flatMap((paste) => (isObject(paste) && isText(paste.content) ? paste.content : []))
  return {
    session: isText(sessionId) ? sessionId : null,
    at: toUtc(timestamp) ?? null,
    cwd: isText(project) ? project : null,
    text: [display, ...texts].join('\n'),
  }
}
