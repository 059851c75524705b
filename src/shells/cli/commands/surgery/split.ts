import { Failure } from '../../../../model/errors.ts'
import { nearest } from '../../../../model/nearest.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'

export const splitCommand = defineCommand({
  name: 'split',
  group: 'Surgery',
  summary: 'one session becomes several, one for each workstream',
  about:
    'Each child has its own rounds whole and an index of the rounds they share. A map file is {"shared":["1-5"],"engagements":{"id":["6-9"]}}; without one and without --to, each engagement that rounds are tagged with becomes a child. Rounds nobody gets are shared. The rounds are tagged with the names of the children.',
  writes: true,
  arguments: {
    session: SESSION,
    map: { summary: 'a map file, unless --to says it', optional: true, complete: 'file' },
  },
  options: {
    to: { summary: 'a child and its rounds', value: 'ID=RANGE', many: true },
    shared: {
      summary: 'rounds that every child has in its index, as a range or by how their engagements begin',
      value: 'RANGE|PREFIX',
    },
    ...OPERATION_OPTIONS,
    exec: { summary: 'resume the child of this name at once', value: 'NAME' },
  },
  examples: [
    { command: 'stet split latest --to console=6-9 --to docs=10-14', does: 'two sessions; rounds 1 to 5 are shared' },
    { command: 'stet split latest --shared setup', does: 'a session for each engagement; setup… rounds are shared' },
    {
      command: 'stet split latest --to console=6-9 --to docs=10-14 --exec docs',
      does: 'the same, and goes on with the second',
    },
    { command: 'stet split latest map.json --dry-run', does: 'says what the children would hold' },
  ],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { splitSession } = await import('../../../../actions/surgery/operations.ts')
    const { readSplitMap } = await import('../../../../actions/surgery/read-split-map.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const ranges = await readSplitMap(opened, session, { map: args.map, to: options.to, shared: options.shared })
    if (options.exec !== undefined) refuseUnknown(options.exec, ranges.children)
    const value = await splitSession(opened, session, ranges, await surgeryOptions(options, dryRun))
    const child = value.sessions.find(({ name }) => name === options.exec)
    return {
      ...operationAnswer(opened, value, { exec: false, dryRun }),
      ...(child && !dryRun && { exec: { command: child.resume, cwd: child.cwd } }),
    }
  },
})

function refuseUnknown(name: string, children: readonly { readonly id: string }[]): void {
  const names = children.map(({ id }) => id)
  if (names.includes(name)) return
  throw new Failure('usage', `No child of this split is named ${JSON.stringify(name.slice(0, 40))}.`, {
    facts: { name: name.slice(0, 200), children: names },
    hint: `Write --exec ${nearest(name, names) ?? names[0]}`,
  })
}
