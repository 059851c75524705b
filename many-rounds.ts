import { closeSync, openSync, writeSync } from 'node:fs'

/**
 * Writes a session of so many rounds and about so many bytes: a question, thinking, two calls with long results and an
 * answer each.
 */
export function writeManyRounds(
  path: string,
  { session, rounds, bytes }: { session: string; rounds: number; bytes: number },
) {
  const result = 'a line of a file that was read, as long as such lines are\n'.repeat(
    Math.max(1, Math.floor((bytes / rounds - 2600) / 2 / 58)),
  )
  const file = openSync(path, 'w', 0o600)
  let nth = 0
  let parent: string | null = null
  try {
    for (let round = 1; round <= rounds; round++) {
      const lines = [
        put('user', { role: 'user', content: `Question ${round}: what does part ${round % 97} of it do?` }),
        ...[1, 2].flatMap((call) => [
          put('assistant', {
            role: 'assistant',
            id: `m${round}-${call}`,
            model: 'claude-sonnet-4-5',
            content: [
              { type: 'tool_use', id: `t${round}-${call}`, name: 'Read', input: { file_path: `/src/part-${call}.ts` } },
            ],
          }),
          put('user', {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: `t${round}-${call}`, content: `${round}.${call}\n${result}` },
            ],
          }),
        ]),
        put('assistant', {
          role: 'assistant',
          id: `m${round}`,
          model: 'claude-sonnet-4-5',
          content: [{ type: 'text', text: `**Part ${round % 97}** does what its name says, in round ${round}.` }],
        }),
      ]
      writeSync(file, lines.join(''))
    }
  } finally {
    closeSync(file)
  }

  function put(type: string, message: object): string {
    const uuid = `00000000-0000-4000-8000-${String(++nth).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString()
    const line = { type, uuid, parentUuid: parent, sessionId: session, timestamp, cwd: '/project', message }
    parent = uuid
    return `${JSON.stringify(line)}\n`
  }
}
