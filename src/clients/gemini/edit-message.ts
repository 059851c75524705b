import { cutStrings, headWith } from '../../model/cut-text.ts'
import type { BlockEdit, LineEdits } from '../../model/line-edits.ts'
import { answerText } from './blocks.ts'
import { type Call, callsOf, type Fields, isObject, isText, type Part, partsOf, textOf } from './schema.ts'

type Edits = LineEdits['blocks']

/** A message with some of its blocks changed; undefined where nothing of it would be sent. Blocks are counted as `blocksOf` gives them. */
export function editMessage(fields: Fields, edits: Edits): Fields | undefined {
  const edited = fields.type === 'gemini' ? editReply(fields, edits) : editUser(fields, edits)
  const isSent = partsOf(edited.content).some(({ thought }) => thought !== true) || callsOf(edited).length > 0
  return isSent ? edited : undefined
}

function editUser(fields: Fields, edits: Edits): Fields {
  return { ...fields, content: editParts(partsOf(fields.content), edits) }
}

function editParts(parts: readonly Part[], edits: Edits): readonly Part[] {
  return parts.flatMap((part, at) => {
    const edit = edits.get(at)
    return edit ? editPart(part, edit) : [part]
  })
}

function editPart(part: Part, edit: BlockEdit): readonly Part[] {
  if (edit.kind === 'remove') return []
  if (isObject(part.functionResponse)) return editAnswer([part], edit)
  const { functionCall: call } = part
  if (isObject(call)) {
    if (edit.kind === 'text') return [{ text: edit.text }]
    return [edit.kind === 'strings' ? { ...part, functionCall: { ...call, args: cutStrings(call.args, edit) } } : part]
  }
  switch (edit.kind) {
    case 'images':
      return [{ text: edit.notice }]
    case 'text':
      return [{ text: edit.text }]
    case 'cut':
      return [{ ...part, text: headWith(textOf(part), edit.keep, edit.notice) }]
    case 'strings':
      return [part]
  }
}

/** What is said in the place of a thought comes before the words, in that of a call after them. */
function editReply(fields: Fields, edits: Edits): Fields {
  const all = partsOf(fields.content)
  const parts = all.filter(({ text }) => text !== '')
  const isWhole = parts.some((part) => part.thought === true || isObject(part.functionCall))
  const thoughts = !isWhole && Array.isArray(fields.thoughts) ? fields.thoughts.filter(isObject) : []
  let next = thoughts.length + parts.length
  const kept = thoughts.filter((_, at) => !edits.has(at))
  const told = thoughts.flatMap((_, at) => toldInPlaceOf(edits.get(at)))
  const content: Part[] = [...told, ...editParts(parts, shifted(edits, thoughts.length))]
  const called = calledIn(parts)
  const left = calledIn(content)
  const uses = callsOf(fields).map((call) => (called.has(call.id) ? undefined : edits.get(next++)))
  const answers = callsOf(fields).map((call) => (hasAnswer(call) ? edits.get(next++) : undefined))
  const calls = callsOf(fields).flatMap((call, at) => {
    const use = uses[at]
    if (use?.kind === 'text') content.push({ text: use.text })
    const isGone = use?.kind === 'remove' || use?.kind === 'text' || (called.has(call.id) && !left.has(call.id))
    return isGone ? [] : [editCall(call, use, answers[at])]
  })
  const isOneText = isText(fields.content) && content.length < 2
  return {
    ...fields,
    content: isOneText ? content.map(textOf).join('') : content,
    ...(fields.thoughts !== undefined && { thoughts: kept }),
    ...(fields.toolCalls !== undefined && { toolCalls: calls }),
  }
}

/** What the agent says in the place of a thought. */
function toldInPlaceOf(edit: BlockEdit | undefined): readonly Part[] {
  return edit?.kind === 'text' ? [{ text: edit.text }] : []
}

function calledIn(parts: readonly Part[]): ReadonlySet<unknown> {
  return new Set(parts.flatMap(({ functionCall }) => (isObject(functionCall) ? [functionCall.id] : [])))
}

function shifted(edits: Edits, by: number): Edits {
  return new Map([...edits].map(([at, edit]) => [at - by, edit]))
}

function hasAnswer({ result }: Call): boolean {
  return result !== undefined && result !== null && !(Array.isArray(result) && result.length === 0)
}

function editCall(call: Call, use: BlockEdit | undefined, answer: BlockEdit | undefined): Call {
  const args = use?.kind === 'strings' ? cutStrings(call.args, use) : call.args
  if (!answer) return { ...call, args }
  const { result } = call
  if (answer.kind === 'remove') return { ...call, args, result: [] }
  const parts = isText(result) ? [responseOf(call, result)] : partsOf(result)
  const { resultDisplay: _, ...rest } = call as Fields
  return { ...rest, args, result: editAnswer(parts, answer) }
}

function responseOf({ id, name }: Call, output: string): Part {
  return { functionResponse: { id, name, response: { output } } }
}

/** What a tool gave back, with its text or its pictures changed. */
function editAnswer(parts: readonly Part[], edit: BlockEdit): readonly Part[] {
  switch (edit.kind) {
    case 'text':
      return parts.slice(0, 1).map((part) => withText(part, () => edit.text, []))
    case 'cut':
      return parts.flatMap((part) => {
        if (isPicture(part)) return edit.images === undefined ? [part] : [{ text: edit.images }]
        return [withText(part, (text) => headWith(text, edit.keep, edit.notice), withoutPictures(part, edit.images))]
      })
    case 'images':
      return parts.map((part) => {
        if (isPicture(part)) return { text: edit.notice }
        return isObject(part.functionResponse)
          ? withText(part, (text) => text, withoutPictures(part, edit.notice))
          : part
      })
    default:
      return parts
  }
}

function isPicture({ inlineData }: Part): boolean {
  return isObject(inlineData)
}

/** The pictures inside of an answer, or the notice in the place of each. */
function withoutPictures({ functionResponse: answer }: Part, notice: string | undefined): readonly Part[] {
  const parts = isObject(answer) ? partsOf(answer.parts) : []
  return notice === undefined ? parts : parts.map((part) => (isPicture(part) ? { text: notice } : part))
}

function withText(part: Part, change: (text: string) => string, pictures: readonly Part[]): Part {
  const { functionResponse: answer } = part
  if (!isObject(answer)) return { ...part, text: change(textOf(part)) }
  const { parts: _, ...rest } = answer
  const text = change(answerText(answer))
  const response = isObject(answer.response) && answer.response.error !== undefined ? { error: text } : { output: text }
  return { functionResponse: { ...(rest as Fields), response, ...(pictures.length > 0 && { parts: pictures }) } }
}

/** A message under another id, or with other ids of calls, where the new session has these already. */
export function renamed(fields: Fields, renames: ReadonlyMap<string, string>): Fields {
  const id = nameOf(fields.id, renames)
  const calls = callsOf(fields).map((call) => {
    const { result } = call
    const answers = Array.isArray(result) ? result.map((part) => renamedPart(part, renames)) : result
    return { ...call, id: nameOf(call.id, renames), ...(result !== undefined && { result: answers }) }
  })
  return {
    ...fields,
    ...(id !== undefined && { id }),
    ...(Array.isArray(fields.content) && {
      content: partsOf(fields.content).map((part) => renamedPart(part, renames)),
    }),
    ...(fields.toolCalls !== undefined && { toolCalls: calls }),
  }
}

function renamedPart(part: Part, renames: ReadonlyMap<string, string>): Part {
  const { functionCall: call, functionResponse: answer } = part
  if (isObject(call)) return { ...part, functionCall: { ...call, id: nameOf(call.id, renames) } }
  return isObject(answer) ? { ...part, functionResponse: { ...answer, id: nameOf(answer.id, renames) } } : part
}

function nameOf(name: unknown, renames: ReadonlyMap<string, string>): unknown {
  return isText(name) ? (renames.get(name) ?? name) : name
}
