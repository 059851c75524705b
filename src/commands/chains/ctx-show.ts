import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { commit } from '../kit/fields.ts'
import { anything, extended, list, number, orNull, string } from '../kit/shape.ts'
import { COMMIT_FIELDS } from '../kit/shapes.ts'
import { plainText } from '../kit/text/plain-text.ts'

export const ctxShow = defineCommand({
  name: 'ctx show',
  topic: 'chains',
  summary: 'Show a commit with all its fields',
  arguments: { commit_id: commit() },
  options: {},
  examples: [
    { command: 'stet ctx show ctx-1a2b3c4d', does: 'shows its parent, artifact, author, time, counts and summary' },
  ],
  output: extended(COMMIT_FIELDS, {
    context_id: string,
    artifact_ref: string,
    format: string,
    template: string,
    principal: string,
    machine: string,
    session: orNull(string),
    session_id: orNull(string),
    checkpoint: string,
    ticket_id: orNull(string),
    thread_id: orNull(string),
    recorded_at: string,
    start: number,
    end: number,
    retention: orNull(anything),
    children: list(string),
  }),
  offer: { cli: true, http: true },
  async run({ input, commit, workspace }) {
    const { showCommit } = await import('../../brief/history.ts')
    const opened = await workspace({ onlyLooks: true })
    const value = await showCommit(opened, await commit(input.commit_id))
    return {
      value,
      text: (_, shown: typeof value) =>
        Object.entries(shown)
          .filter(([name]) => name !== 'context_id' && name !== 'session_id') // the same again
          .map(
            ([name, field]) =>
              `${name.padEnd(14)}  ${plainText(typeof field === 'string' ? shortArtifact(field) : JSON.stringify(field))}`,
          )
          .join('\n'),
    }
  },
})

/** Twelve of its sixty-four digits are enough to name an artifact. */
function shortArtifact(text: string): string {
  return text.startsWith('art-') ? shortId(text) : text
}
