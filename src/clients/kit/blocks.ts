import type { BlockDraft } from '../../model/block.ts'
import { isObject, isText } from '../json-record.ts'

/** What the client writes itself, of what the model is told. */
export function note(content: unknown, timestamp: string | null): BlockDraft {
  return { role: 'system', type: 'note', timestamp, content }
}

/** A picture in the common form. */
export function picture(media_type: unknown, data: unknown): unknown {
  return { type: 'image', source: { type: 'base64', media_type, data } }
}

/** A result, and after it what a person says in it, where it answers the questions of a tool as `{"answers": …}`. */
export function withAnswers(result: BlockDraft): readonly BlockDraft[] {
  const { content, timestamp } = result
  if (!isText(content) || !content.startsWith('{"answers":')) return [result]
  const said = answersIn(content)
  if (said.length === 0) return [result]
  const bare = said.reduce((rest, one) => rest.replace(JSON.stringify(one), '"…"'), content)
  const words: BlockDraft = {
    role: 'user',
    type: 'user-text',
    timestamp,
    content: said.map(plain).join('\n'),
    aside: true,
  }
  return [{ ...result, bare }, words]
}

/** What was chosen or written, question by question: a text, or several. */
function answersIn(text: string): readonly string[] {
  const { answers } = parsed(text)
  if (!isObject(answers)) return []
  return Object.values(answers).flatMap((given) => {
    const all = isObject(given) && Array.isArray(given.answers) ? given.answers : [given]
    return all.filter((one): one is string => isText(one) && plain(one).trim() !== '')
  })
}

/** A client marks what was written besides a choice. */
function plain(answer: string): string {
  return answer.replace(/^user_note: /, '')
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {} // cut in the middle
  }
}
