import type { Session } from '../../model/session.ts'
import type { Item } from '../kit/call.ts'
import { defineCommand } from '../kit/command.ts'
import { BLOCKS, FIDELITY, RAW, range, session } from '../kit/fields.ts'
import { rawIsNoJson } from '../kit/raw-is-no-json.ts'
import { boolean, list, number, object, orNull, string } from '../kit/shape.ts'
import { BLOCK } from '../kit/shapes.ts'
import { roundText } from '../kit/text/round-text.ts'

export const show = defineCommand({
  name: 'show',
  topic: 'find',
  summary: 'Read a session, some of its rounds, or one block',
  about:
    'Long results of tools are cut for reading; `stet inject` gives them whole. A round that is a row of an index here is shown when it is named.',
  arguments: { session: session(), range: range({ optional: true, standard: 'all' }) },
  options: {
    kinds: BLOCKS,
    fidelity: FIDELITY,
    raw: RAW,
  },
  examples: [
    { command: 'stet show latest 3-5', does: 'shows three rounds of the newest session of this folder' },
    { command: 'stet show latest --kinds user-text', does: 'shows only what the human said' },
    { command: 'stet show latest 3 --raw', does: "prints the client's own lines" },
  ],
  output: object({
    session: string,
    rounds: list(
      object({ round: number, active: boolean, indexed: boolean, started: orNull(string), blocks: list(BLOCK) }),
    ),
  }),
  offer: { cli: true, http: true },
  async run(call) {
    const { range, kinds, fidelity, raw } = call.input
    if (raw && call.terminal?.json) throw rawIsNoJson()
    const { parseFidelity } = await import('../../surgery/fidelity.ts')
    const form = fidelity === undefined ? undefined : parseFidelity(fidelity)
    const { rawRounds, showRounds } = await import('../../read/show.ts')
    const workspace = await call.workspace()
    const session = await call.session(call.input.session)
    const { exactly, exactStream } = await import('../../redaction/exactly.ts')
    if (raw) return { stream: exactStream(rawRounds(workspace, session, range)) }
    const { blockText } = await import('../../record/reading/block-text.ts')
    const { isOwnHere } = await import('../../record/capture/is-own-here.ts')
    const mayBeExact = async (one: Session) => call.terminal !== undefined && (await isOwnHere(workspace, one))
    const rounds = showRounds(workspace, session, { range, kinds, fidelity: form, mayBeExact })
    return {
      exact: (await mayBeExact(session)) ? exactly : undefined,
      items: mapped(rounds, (round) => ({
        value: round,
        text: (screen, shown: typeof round) => roundText(shown, { session: session.id, screen, blockText }),
      })),
      json: [`{"session":${JSON.stringify(session.id)},"rounds":[`, ']}'],
      none: 'Nobody has said anything in this session yet.',
    }
  },
})

async function* mapped<T>(items: AsyncIterable<T>, toItem: (item: T) => Item): AsyncIterable<Item> {
  for await (const item of items) yield toItem(item)
}
