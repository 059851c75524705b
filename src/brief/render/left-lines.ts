import type { Shown } from './shown.ts'

/** What a text leaves out, counted, each with the command that shows it. */
export function leftLines({ left, words }: Shown, session: string): readonly string[] {
  const pasted = words.filter((word) => word.left !== undefined && !word.text.endsWith(SHORTENED))
  const chars = pasted.reduce((sum, word) => sum + word.left!, 0)
  return [
    ...left.map(({ what, count, from, to, isEntry }) => {
      const [rounds, range] = from === to ? [`round ${from}`, `${from}`] : [`rounds ${from} to ${to}`, `${from}-${to}`]
      return `${count} ${what} (${rounds}): \`stet ${isEntry ? `summary ${session} --json` : `show ${session} ${range}`}\``
    }),
    ...(pasted.length === 0
      ? []
      : [
          `${chars} characters that were pasted (${pasted.length === 1 ? 'round' : 'rounds'} ${[...new Set(pasted.map(({ round }) => round))].join(', ')}): \`stet inject ${session}:N\``,
        ]),
  ]
}

/** How a text ends that was shortened for want of room. */
export const SHORTENED = ' more characters]'
