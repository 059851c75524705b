import { callsOf, type Fields, isObject, isText, type Part, partsOf } from './schema.ts'

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
