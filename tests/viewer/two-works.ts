/** A session of two pieces of work with files of their own, four rounds each. */
export function twoWorks(sessionId: string, started = '2026-01-01T10:00:00Z'): string {
  const lines: object[] = []
  const put = (type: 'user' | 'assistant', content: unknown) => {
    const at = lines.length
    lines.push({
      type,
      sessionId,
      uuid: uuidOf(at),
      parentUuid: at === 0 ? null : uuidOf(at - 1),
      timestamp: new Date(Date.parse(started) + at * 20_000).toISOString(),
      cwd: '/home/user/project',
      message: { role: type, ...(type === 'assistant' && { id: `m${at}`, model: 'claude-opus-5-5' }), content },
    })
  }
  for (let round = 0; round < 8; round++) {
    const isFirst = round < 4
    const words = isFirst ? 'the parser grammar token stream lexer' : 'deploy kubernetes cluster ingress helm chart'
    const path = `/home/user/project/${isFirst ? 'src/parser/grammar.ts' : `deploy/charts/values-${round % 2}.yaml`}`
    put('user', `${words} part${round}`)
    put('assistant', [
      { type: 'tool_use', id: `t${round}`, name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } },
    ])
    put('user', [{ type: 'tool_result', tool_use_id: `t${round}`, content: 'done' }])
    put('assistant', [{ type: 'text', text: `${words} is done` }])
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function uuidOf(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
}
