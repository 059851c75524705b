/** A transcript of Claude Code in which nothing but talk happens. */
export function saidTranscript(id: string, lines: readonly (readonly ['user' | 'assistant', string])[]): string {
  return lines
    .map(([type, text], at) =>
      JSON.stringify({
        parentUuid: at === 0 ? null : `u${at - 1}`,
        type,
        uuid: `u${at}`,
        timestamp: `2026-10-01T10:0${at}:00.000Z`,
        sessionId: id,
        cwd: '/w',
        message:
          type === 'user'
            ? { role: 'user', content: text }
            : { id: `m${at}`, role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }] },
      }),
    )
    .join('\n')
    .concat('\n')
}
