import type { Shrunk } from '../../surgery/shrink-session.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { PARTS, session } from '../kit/fields.ts'
import { operationAnswer, PLACING } from '../kit/operation.ts'
import { boolean, extended, list, number, object, orNull, string } from '../kit/shape.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'
import { count, short } from '../kit/text/format.ts'
import type { Screen } from '../kit/text/screen.ts'
import { wrap } from '../kit/text/table.ts'

export const shrink = defineCommand({
  name: 'shrink',
  topic: 'cut',
  summary: 'Reduce a context to a given size in the gentlest way',
  about:
    'Compares the ways to make a context smaller, the gentlest first: results that are out of date or there twice, pictures, long results of older rounds, long results of the last five rounds, and then whole rounds as an index. It lists what each way leaves out, how much misses the cache, and the price, and takes the first that reaches the size.',
  writes: true,
  arguments: { session: session() },
  options: {
    to: text('the size: a share of the window, or tokens', { label: '40%|TOKENS', required: true, max: 20 }),
    client: text('the client to write the session for', { label: 'CLIENT', standard: 'its own', max: 40 }),
    ...PLACING,
    parts: PARTS,
  },
  examples: [
    { command: 'stet shrink latest --to 40% --dry-run', does: 'compares the ways, and writes nothing' },
    { command: 'stet shrink 40e785a0 --to 80k', does: 'takes the gentlest way to 80,000 tokens' },
  ],
  output: extended(OPERATED, {
    target: number,
    'prices_as_of?': string,
    ways: list(
      object({
        way: string,
        tokens_after: number,
        text_left_out: number,
        results_left_out: number,
        recent_left_out: number,
        other_left_out: number,
        rounds_indexed: number,
        reread: number,
        price: orNull(number),
        reaches: boolean,
        chosen: boolean,
      }),
    ),
  }),
  outputNote: `${OPERATED_NOTE} prices_as_of is there only in a terminal.`,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Shrink to…', key: 'h', on: 'session', needs: 'nothing', form: ['to'] },
  },
  async run(call) {
    const { shrinkSession } = await import('../../surgery/shrink-session.ts')
    const { to, out, force, parents, exec, parts, client: name } = call.input
    const { dryRun } = call
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const { targetClient } = await import('../../surgery/target-client.ts')
    const client = name === undefined ? undefined : targetClient(session, name)
    const shrunk = await shrinkSession(opened, session, { to, client, out, force, parents, parts, dryRun })
    const { operated, target, ways, pricesAsOf } = shrunk
    const answer = await operationAnswer(opened, operated, { exec, dryRun })
    return {
      ...answer,
      printed: { ...operated, target, prices_as_of: pricesAsOf, ways },
      extra: async () => ({ ...(await answer.extra()), target, ways }),
      text: (screen: Screen, shown: typeof operated) =>
        (dryRun
          ? [waysText(shrunk, screen), answer.text(screen, shown)]
          : [answer.text(screen, shown), waysText(shrunk, screen)]
        ).join('\n\n'),
    }
  },
})

/** What a way is, under its size. */
const INDENT = 10

function waysText({ target, ways, pricesAsOf }: Shrunk, screen: Screen): string {
  const shown = nearest(ways)
  const hidden = ways.length - shown.length
  const rows = shown.map(
    ({
      way,
      tokens_after,
      text_left_out,
      results_left_out,
      recent_left_out,
      other_left_out,
      rounds_indexed,
      reread,
      price,
      chosen,
    }) => {
      const left = [
        ...(text_left_out > 0 ? [`${short(text_left_out)} of text`] : []),
        ...(results_left_out > 0 ? [`${short(results_left_out)} of results`] : []),
        ...(recent_left_out > 0 ? [`of these ${short(recent_left_out)} of the last rounds`] : []),
        ...(other_left_out > 0 ? [`${short(other_left_out)} of calls, thinking and pictures`] : []),
        ...(rounds_indexed > 0 ? [`${count(rounds_indexed, 'round')} as rows`] : []),
      ]
      const cost = `${short(reread)} miss the cache${price === null ? '' : `, $${price.toFixed(2)}`}`
      const text = `left out: ${left.join(', ') || 'nothing that is seen'}; ${cost}`
      const indented = (words: string) => wrap(words, screen.columns - INDENT).join(`\n${' '.repeat(INDENT)}`)
      return `${chosen ? screen.bold('→') : ' '} ${screen.bold(short(tokens_after).padStart(6))}  ${indented(way.replace(/^and /, 'the gentler ways, and '))}\n${' '.repeat(INDENT)}${screen.dim(indented(text))}`
    },
  )
  const dated = ways.some(({ price }) => price !== null) ? screen.dim(`  prices of ${pricesAsOf}`) : ''
  const more = hidden > 0 ? [screen.dim(`  ${count(hidden, 'more way', 'more ways')}: --json lists them`)] : []
  return [`Ways to ${short(target)} tokens:${dated}`, ...rows, ...more].join('\n')
}

/** The one that is taken, the last gentler one, and the next that leaves less. */
function nearest(ways: Shrunk['ways']): Shrunk['ways'] {
  const at = ways.findIndex(({ chosen }) => chosen)
  const before = ways.slice(0, at).findLast(({ tokens_after }) => tokens_after > ways[at]!.tokens_after)
  const after = ways.slice(at + 1).find(({ tokens_after }) => tokens_after < ways[at]!.tokens_after)
  return [before, ways[at], after].flatMap((way) => way ?? [])
}
