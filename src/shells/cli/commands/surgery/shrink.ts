import type { Shrunk } from '../../../../actions/surgery/shrink-session.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { count, short } from '../../format.ts'
import { OPERATION_JSON, operatedText, operationAnswer } from '../../operation.ts'
import type { Screen } from '../../screen.ts'
import { wrap } from '../../table.ts'

export const shrinkCommand = defineCommand({
  name: 'shrink',
  group: 'Surgery',
  summary: 'get a context down to a size by the gentlest way',
  about:
    'Compares the ways to make a context smaller, the gentlest first: what is out of date or there twice, pictures, long results of older rounds, those of the last five, and only then whole rounds as an index. Shows what each leaves out, what misses the cache, and what that costs; takes the first that gets there. --dry-run shows the comparison.',
  writes: true,
  arguments: { session: SESSION },
  options: {
    to: { summary: 'the size: a share of the window, or tokens', value: '40%|TOKENS', required: true },
    out: { summary: 'where to write it, instead of where the client looks', value: 'PATH', complete: 'file' },
    force: { summary: 'replace a session that is there already; undo brings it back' },
    exec: { summary: 'resume the new session at once' },
  },
  examples: [
    { command: 'stet shrink latest --to 40% --dry-run', does: 'compares the ways to get there' },
    { command: 'stet shrink 40e785a0 --to 80k', does: 'takes the gentlest' },
  ],
  json: `${OPERATION_JSON}; and {target,prices_as_of,ways:[{way,tokens_after,text_left_out,results_left_out,recent_left_out,other_left_out,rounds_indexed,reread,price,reaches,chosen}]}`,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { shrinkSession } = await import('../../../../actions/surgery/shrink-session.ts')
    const opened = await workspace()
    const { to, out, force, exec } = options
    const shrunk = await shrinkSession(opened, await resolveSession(opened, args.session), { to, out, force, dryRun })
    const { operated, target, ways, pricesAsOf } = shrunk
    const answer = operationAnswer(opened, operated, { exec, dryRun })
    return {
      ...answer,
      value: { ...operated, target, prices_as_of: pricesAsOf, ways },
      text: (screen: Screen) =>
        `${waysText(shrunk, screen)}\n\n${operatedText(operated, screen, { dryRun, here: opened.cwd })}`,
    }
  },
})

/** What a way is, under its size. */
const INDENT = 10

function waysText({ target, ways, pricesAsOf }: Shrunk, screen: Screen): string {
  const rows = ways.map(
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
      return `${chosen ? screen.bold('→') : ' '} ${screen.bold(short(tokens_after).padStart(6))}  ${indented(way)}\n${' '.repeat(INDENT)}${screen.dim(indented(text))}`
    },
  )
  const dated = ways.some(({ price }) => price !== null) ? screen.dim(`  prices of ${pricesAsOf}`) : ''
  return [`Ways to ${short(target)} tokens:${dated}`, ...rows].join('\n')
}
