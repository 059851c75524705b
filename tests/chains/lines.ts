/** A user message and its answer, as two lines of Claude Code linked after `parent`. */
export function exchange(
  n: number,
  { parent, said = `question ${n}`, branch = '' }: { parent: string | null; said?: string; branch?: string },
): readonly Line[] {
  const at = (second: number) => new Date(Date.UTC(2026, 2, 19, 10, n, second)).toISOString()
  return [
    {
      parentUuid: parent,
      uuid: `u${branch}${n}`,
      type: 'user',
      timestamp: at(0),
      ...COMMON,
      message: { role: 'user', content: said },
    },
    {
      parentUuid: `u${branch}${n}`,
      uuid: `a${branch}${n}`,
      type: 'assistant',
      timestamp: at(5),
      ...COMMON,
      message: {
        id: `m${branch}${n}`,
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [{ type: 'text', text: `answer ${branch}${n}` }],
        usage: { input_tokens: n, output_tokens: 1 },
      },
    },
  ]
}

export type Line = Readonly<Record<string, unknown>>

const COMMON = {
  isSidechain: false,
  sessionId: '5e55c001-0000-4000-8000-000000000001',
  cwd: '/project',
  version: '2.1.325',
  userType: 'external',
}

/** Exchanges `from` to `to`, each after the one before. */
export function exchanges(
  from: number,
  to: number,
  options: { parent?: string | null; branch?: string } = {},
): readonly Line[] {
  const { branch = '' } = options
  const lines: Line[] = []
  let parent = options.parent === undefined ? (from === 1 ? null : `a${from - 1}`) : options.parent
  for (let n = from; n <= to; n++) {
    lines.push(...exchange(n, { parent, branch }))
    parent = `a${branch}${n}`
  }
  return lines
}

export function jsonl(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
