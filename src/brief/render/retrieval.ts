import { RETRIEVALS } from '../retrieval.ts'
import type { About } from './about.ts'

/** How to ask for what a text leaves out, in a few lines. */
export function retrievalLines({ session }: Pick<About, 'session'>): readonly string[] {
  return RETRIEVALS.map((one) => `- "${one.example}": ${one.does}`).concat(
    `Ask with \`stet retrieve "QUESTION" --session ${session}\`.`,
  )
}

/** How to get back what the prompt of a lossless compression leaves out. */
export function retrievalProtocol({ session, tag, file }: About): string {
  return [
    `# Retrieval protocol of ${tag}`,
    '',
    'Everything is in the record. Ask in these words, or run the command:',
    '',
    '| asked | does | command |',
    '|---|---|---|',
    ...RETRIEVALS.map(
      (one) => `| "${one.example}" | ${one.does} | \`stet retrieve "${one.example}" --session ${session}\` |`,
    ),
    '',
    'An answer has: what was asked, what was found, from which rounds, on what it rests. What nobody checked is marked as such.',
    'Where two answers contradict each other, both are shown: ask the user, then note the answer.',
    '',
    `One round whole: \`stet inject ${session}:N\`. Anything by its words: \`stet search WORDS --session ${session}\`.${file === undefined ? '' : ` Where Stet is not found, read ${file}.`}`,
    '',
  ].join('\n')
}
