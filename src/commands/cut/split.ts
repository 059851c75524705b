import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import { defineCommand } from '../kit/command.ts'
import { file, map, text } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const split = defineCommand({
  name: 'split',
  topic: 'cut',
  summary: 'Split a session into several, one for each workstream',
  about:
    'Each child has its own rounds whole, and an index of the rounds that are shared; rounds that are in no child are shared. A map file is {"shared":["1-5"],"engagements":{"id":["6-9"]}}. Without a map file and without --to, each engagement of the session becomes a child. The rounds are tagged with the names of the children.',
  writes: true,
  arguments: {
    session: session(),
    map: file('a map file, instead of --to', { optional: true }),
  },
  options: {
    to: map('a child and its rounds', { label: 'ID=RANGE' }),
    shared: text('rounds that every child has in its index: a range, or how their engagements begin', {
      label: 'RANGE|PREFIX',
      max: 100_000,
    }),
    ...OPERATION_OPTIONS,
    exec: text('resume the new session of this name now', { label: 'NAME', only: ['cli'] }),
  },
  examples: [
    {
      command: 'stet split latest --to console=6-9 --to docs=10-14',
      does: 'makes two sessions; both index rounds 1-5',
    },
    {
      command: 'stet split latest --shared setup',
      does: 'makes one for each engagement, and shares those that begin with setup',
    },
    {
      command: 'stet split latest --to console=6-9 --to docs=10-14 --exec docs',
      does: 'does the same, and resumes docs',
    },
    { command: 'stet split latest map.json --dry-run', does: 'shows what the children would have' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: { cli: true, http: true, viewer: { title: 'Split', key: 's', on: 'rounds', needs: 'nothing', form: ['to'] } },
  async run(call) {
    const { splitSession } = await import('../../surgery/operations.ts')
    const { readSplitMap } = await import('../../surgery/read-split-map.ts')
    const { input, dryRun } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const { map, to = {}, shared } = input
    const words = Object.entries(to).map(([id, range]) => `${id}=${range}`)
    const ranges = await readSplitMap(opened, session, { map, to: words, shared })
    if (input.exec !== undefined) refuseUnknown(input.exec, ranges.children)
    const { exec: _, ...how } = input
    const value = await splitSession(opened, session, ranges, await surgeryOptions(how, dryRun))
    const child = value.sessions.find(({ name }) => name === input.exec)
    return {
      ...(await operationAnswer(opened, value, { exec: false, dryRun })),
      ...(child && !dryRun && { exec: { command: child.resume, cwd: child.cwd } }),
    }
  },
})

function refuseUnknown(name: string, children: readonly { readonly id: string }[]): void {
  const names = children.map(({ id }) => id)
  if (names.includes(name)) return
  throw new Failure('usage', `This split has no child ${JSON.stringify(name.slice(0, 40))}.`, {
    facts: { name: name.slice(0, 200), children: names },
    hint: `Write --exec ${nearest(name, names) ?? names[0]}`,
  })
}
