import { configDefaults, defineConfig } from 'vitest/config'
import { indexCommands } from './scripts/index-commands.mjs'

indexCommands()

/** What takes real clients, a browser, servers or many processes, and what tries many cases. */
const SLOW = [
  'tests/{cli,clients,corpus,faults,install,laws,live,remote,viewer}/**',
  'tests/{contract,http}/*{postgres,s3,shared,lost,elsewhere,processes,receiving,fuzz}*',
  'tests/surgery/{*laws,corpus,index-rows,pasted-marks,handover,doctor,hostile,undo-races,goes-on,sizes,words}*',
  'tests/{api/actions,brief/long-sessions,brief/partial,brief/entries/lies,chains/model,chains/written-later,formats/round-trip}*',
  'tests/{http/view,library/types,mcp/tools,redaction/linear,search/meaning}*',
  'tests/{chains/compaction-steps,contract/sqlite.,formats/any-bytes}*',
  'tests/{codex,gemini,opencode}/{contexts,damage,how-full,recording}*',
]

/** What the build gives the page of the commands. */
const onPage = {
  name: 'commands-on-page',
  resolveId: (id: string) => (id === 'virtual:commands' ? id : undefined),
  load: (id: string) =>
    id === 'virtual:commands'
      ? `import { COMMANDS as ALL } from '/src/commands/all.ts'
         import { onPage } from '/src/commands/kit/on-page.ts'
         export const COMMANDS = onPage(ALL)`
      : undefined,
}

export default defineConfig({
  plugins: [onPage],
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', ...(process.env.STET_WIDE ? ['tests/**/*.wide.ts'] : [])],
    exclude: [...configDefaults.exclude, ...(process.env.STET_QUICK ? SLOW : [])],
    globalSetup: ['tests/setup/home.ts'],
    setupFiles: ['tests/setup/environment.ts'],
    testTimeout: 240_000, // against what hangs, not against slow machines
    hookTimeout: 240_000,
    maxWorkers: 2,
    pool: 'forks',
    reporters: [['default', { summary: false }], './tests/setup/closing-reporter.ts'],
  },
})
