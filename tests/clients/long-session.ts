import { randomUUID } from 'node:crypto'

/** A session of Claude Code in which each round reads a part of 30,000 characters, about 11,000 tokens. */
export function longSession(id: string, cwd: string, { model, rounds }: { model: string; rounds: number }): string {
  const lines: string[] = []
  let parentUuid: string | null = null
  const push = (type: 'user' | 'assistant', message: object) => {
    const uuid = randomUUID()
    const timestamp = new Date(Date.now() - 86_400_000 + lines.length * 1000).toISOString()
    lines.push(JSON.stringify({ parentUuid, uuid, timestamp, type, cwd, sessionId: id, entrypoint: 'cli', message }))
    parentUuid = uuid
  }
  const usage = { input_tokens: 10, output_tokens: 20 }
  for (let round = 1; round <= rounds; round++) {
    const call = `toolu_${id.slice(0, 8)}_${round}`
    const use = { type: 'tool_use', id: call, name: 'Read', input: { file_path: `${cwd}/part${round}.ts` } }
    const row = (_: unknown, at: number) => `const value${round}_${at} = compute(${(at * 7919 + round) % 10_007})\n`
    const content = Array.from({ length: 920 }, row).join('')
    const text = `Part ${round} is read.`
    push('user', { role: 'user', content: `Read part ${round}.` })
    push('assistant', { id: `m${round}a`, role: 'assistant', model, content: [use], usage })
    push('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content }] })
    push('assistant', { id: `m${round}b`, role: 'assistant', model, content: [{ type: 'text', text }], usage })
  }
  return `${lines.join('\n')}\n`
}
