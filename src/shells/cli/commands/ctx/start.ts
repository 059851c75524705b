import { defineCommand } from '../../command.ts'

export const startCommand = defineCommand({
  name: 'start',
  group: 'Chains',
  summary: 'start an agent from what one knew',
  about:
    'A template says what the agent is, a context what it knows. Going on from the newest commit, branching off from any commit and beginning with nothing are the same command. It writes a new session of the same client, or with --client of another, whose commits name the template, and says how to resume it; with none there is nothing to write, and it says how to begin.',
  writes: true,
  arguments: {},
  options: {
    template: { summary: 'what kind of agent it is, such as reviewer', value: 'NAME', required: true },
    context: {
      summary: 'a commit, a session for its head, latest, or none; latest unless given',
      value: 'CTX',
      complete: 'commit',
    },
    ticket: { summary: 'the ticket it is to work on', value: 'ID' },
    client: { summary: 'which client, instead of the one whose context it is', value: 'CLIENT' },
    out: { summary: 'where to write it, instead of where the client looks', value: 'FILE', complete: 'file' },
    force: { summary: 'replace a file that is there' },
    exec: { summary: 'start it at once' },
  },
  examples: [
    {
      command: 'stet start --template reviewer --context ctx-1a2b3c4d',
      does: 'an agent that knows what that one knew',
    },
    { command: 'stet start --template reviewer --context none', does: 'the command for one that knows nothing' },
  ],
  json: '{session,path,resume,cwd,context,template,operation}; session and path are null where the client chooses them',
  async run({ options: { exec, ...options }, dryRun, workspace }) {
    const { start } = await import('../../../../actions/ctx/start.ts')
    const value = await start(await workspace(), { ...options, dryRun })
    const wrote = value.context === null ? [] : [`${dryRun ? 'Would write' : 'Wrote'} ${value.path}`]
    return {
      value,
      text: () => [...wrote, value.resume].join('\n'),
      ...(exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})
