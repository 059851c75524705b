const uuidOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

/** Lines of a transcript: rounds of a question and an answer, each after the one before. */
export function saidRounds(session: string, from: number, to: number): string {
  let lines = ''
  for (let round = from; round <= to; round++) {
    const put = (type: string, nth: number, message: object) => {
      const timestamp = new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString()
      const parentUuid = nth === 1 ? null : uuidOf(nth - 1)
      lines += `${JSON.stringify({ type, uuid: uuidOf(nth), parentUuid, sessionId: session, timestamp, cwd: '/project', message })}\n`
    }
    put('user', 2 * round - 1, { role: 'user', content: `Question ${round}: what does this part do?` })
    const content = [
      { type: 'text', text: `In round ${round}: what its name says. ${'It reads and writes. '.repeat(40)}` },
    ]
    put('assistant', 2 * round, { role: 'assistant', id: `m${round}`, model: 'claude-sonnet-4-5', content })
  }
  return lines
}
