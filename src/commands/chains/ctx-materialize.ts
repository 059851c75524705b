import { parseFormatId } from '../../model/format-id.ts'
import type { Materialized } from '../../record/chain/materialize.ts'
import { defineCommand } from '../kit/command.ts'
import { file, flag, text } from '../kit/field.ts'
import { commit, FORCE, MAKE_FOLDER } from '../kit/fields.ts'
import { FITTING, insideClient } from '../kit/operation.ts'
import { extended, list, orNull, string } from '../kit/shape.ts'
import { FITTED, MATERIALIZED } from '../kit/shapes.ts'
import { fittedLines } from '../kit/text/fitted-lines.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import { plainText } from '../kit/text/plain-text.ts'
import { resumableText } from '../kit/text/resumable-text.ts'

export const ctxMaterialize = defineCommand({
  name: 'ctx materialize',
  topic: 'chains',
  summary: 'Make the context of a commit, in its own format or another',
  about:
    'In a terminal, --to CLIENT writes it as a session of that client, ready to resume. It begins at the nearest compaction, as the client does. With the stop root it is the whole conversation without compactions; with an ancestor it begins there.',
  writes: true,
  arguments: { commit_id: commit() },
  options: {
    stop_strategy: commit({
      summary: 'where it begins: compaction, root, or an ancestor of the commit',
      default: 'compaction',
      label: 'WHERE',
      names: { cli: 'stop' },
    }),
    output_format: text('the format to write, such as events-v1; in a terminal also a client', {
      label: 'CLIENT|FORMAT',
      standard: 'the format of the commit',
      max: 80,
      names: { cli: 'to' },
    }),
    include_content: flag('include the text, with secrets masked', { only: ['http'] }),
    out: file('the file to write; without it only a client gets a file'),
    force: FORCE,
    parents: MAKE_FOLDER,
    fit: { ...FITTING, only: ['cli'] },
  },
  examples: [
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --to claude-code',
      does: 'writes a session from that point and says how to resume it',
    },
    { command: 'stet ctx materialize ctx-1a2b3c4d --to narrative-v1 --out notes.md', does: 'writes it as plain text' },
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --stop root --json',
      does: 'counts the whole conversation up to that commit',
    },
  ],
  output: extended(MATERIALIZED, {
    'content?': string,
    'content_type?': string,
    'operation?': string,
    'session?': string,
    'path?': string,
    'client?': string,
    'resume?': string,
    'resume_inside?': orNull(string),
    'cwd?': string,
    'fitted?': FITTED,
    'warnings?': list(string),
  }),
  outputNote:
    'runs and lost are there after a translation, or with the tier raw; description with the tier raw; path with --out or a client; the keys from operation on with a client.',
  offer: { cli: true, http: true },
  async run({ input, dryRun, commit, workspace, terminal }) {
    const opened = await workspace()
    const tip = await commit(input.commit_id)
    const { stop_strategy: from, output_format: to, out, force, parents } = input
    const stop = from === 'compaction' || from === 'root' ? from : (await commit(from)).id
    if (terminal && to !== undefined && parseFormatId(to) === undefined) {
      const { writeSession } = await import('../../surgery/contexts/write-session.ts')
      const value = await writeSession(opened, tip, { to, stop, out, force, parents, dryRun, fit: input.fit })
      const inside = await insideClient(opened)
      const lines = [wrote(value.path), ...remarks(value), ...fittedLines(value)]
      return { value, text: (_, shown: typeof value) => resumableText(lines, shown, { inside, dryRun }) }
    }
    if (out !== undefined) {
      const { writeContext } = await import('../../surgery/contexts/write-session.ts')
      const value = await writeContext(opened, tip, { stop, to, out, force, parents, dryRun })
      return {
        value,
        text: (_, shown: typeof value) =>
          [`${wrote(shown.path)} (${bytesOf(shown.bytes)}).`, ...remarks(shown)].join('\n'),
      }
    }
    const { openContext } = await import('../../record/chain/materialize.ts')
    const { made, read } = await openContext(opened, tip, stop, { to, dryRun })
    const { exactly } = await import('../../redaction/exactly.ts')
    return {
      exact: terminal && exactly,
      value: input.include_content ? { ...made, ...(await contentOf(made.format, await read())) } : made,
      text: () => [madeText(made), ...remarks(made)].join('\n'),
    }

    function wrote(path: string): string {
      return `${dryRun ? 'Would write' : 'Wrote'} ${path}`
    }
  },
})

/** The text of it, masked line by line where it has lines: in JSON a secret is written in another way than in what it holds. */
async function contentOf(format: string, bytes: Buffer) {
  const { contentOf } = await import('../../record/chain/content-of.ts')
  const { maskedLines } = await import('../../redaction/masked-lines.ts')
  const { content, content_type } = contentOf(format, bytes)
  if (content === undefined) return { content_type }
  let masked = ''
  for await (const line of maskedLines([Buffer.from(content)])) masked += line
  return { content: masked, content_type }
}

function madeText({ artifact_ref, message_count, commit_count, bytes, cached }: Materialized): string {
  return `${artifact_ref.slice(0, 16)}: ${count(message_count, 'message')} of ${count(commit_count, 'commit')}, ${bytesOf(bytes)}${cached ? ', from the cache' : ''}.`
}

/** How a context that was not in the format came into it. */
function remarks({ tier, format, lost = [], description }: Materialized): readonly string[] {
  if (tier === 'native') return []
  return [
    `Format ${format}, tier ${tier}.`,
    ...(lost.length > 0 ? [`Left out: ${lost.join(', ')}.`] : []),
    ...(description === undefined ? [] : [plainText(description)]),
  ]
}
