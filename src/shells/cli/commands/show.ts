import { defineCommand, type Item, RANGE, SESSION } from '../command.ts'
import { KINDS, kindsIn, refuseJsonWithRaw } from '../kinds.ts'
import { roundText } from '../round-text.ts'

export const show = defineCommand({
  name: 'show',
  group: 'Inspect',
  summary: 'what was said and done in some rounds',
  about: 'Long results of tools are cut for reading; `stet inject` gives them whole.',
  arguments: { session: SESSION, range: { ...RANGE, optional: true } },
  options: {
    kinds: KINDS,
    fidelity: { summary: 'how they are shown: full, conversation, navigate, or forms by kind', value: 'FORM' },
    raw: { summary: 'print the recorded lines, byte for byte' },
  },
  examples: [
    { command: 'stet show latest 3-5', does: 'three rounds of the newest session of this folder' },
    { command: 'stet show latest --kinds user-text', does: 'only what the human said' },
    { command: 'stet show latest 3 --raw', does: "the client's own lines" },
  ],
  json: '{session,rounds:[{round,active,started,blocks:[{block_id,type,role,timestamp,content,name?,tool_use_id?}]}]}',
  async run(call) {
    if (call.options.raw) refuseJsonWithRaw(call.json)
    const kinds = kindsIn(call.options.kinds)
    const { parseFidelity } = await import('../../../actions/surgery/fidelity.ts')
    const fidelity = call.options.fidelity === undefined ? undefined : parseFidelity(call.options.fidelity)
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { rawRounds, showRounds } = await import('../../../actions/read/show.ts')
    const workspace = await call.workspace()
    const session = await resolveSession(workspace, call.args.session)
    if (call.options.raw) return { stream: rawRounds(workspace, session, call.args.range) }
    const { blockText } = await import('../../../actions/read/block-text.ts')
    const rounds = showRounds(workspace, session, { range: call.args.range, kinds, fidelity })
    return {
      items: mapped(rounds, (round) => ({
        value: round,
        text: (screen) => roundText(round, { session: session.id, screen, blockText }),
      })),
      json: [`{"session":${JSON.stringify(session.id)},"rounds":[`, ']}'],
      none: 'Nobody has said anything in this session yet.',
    }
  },
})

async function* mapped<T>(items: AsyncIterable<T>, toItem: (item: T) => Item): AsyncIterable<Item> {
  for await (const item of items) yield toItem(item)
}
