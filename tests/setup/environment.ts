import { join } from 'node:path'
import fc from 'fast-check'

const home = process.env.STET_TEST_HOME
if (home === undefined) throw new Error('tests run through vitest.config.ts, which makes the temporary home')

// The clients' own variables, and a certificate file that makes every Node start slower.
for (const name of Object.keys(process.env)) {
  if (/^(ANTHROPIC_|CLAUDE|CODEX_|GEMINI_|STET_HOME)/.test(name) || name === 'NODE_EXTRA_CA_CERTS')
    delete process.env[name]
}
process.env.HOME = home
process.env.XDG_CONFIG_HOME = join(home, '.config')
process.env.CLAUDE_CONFIG_DIR = join(home, '.claude')
process.env.STET_HOME = join(home, '.stet')

// The same cases in every run, so that a failure is a change's; the wide run draws new ones.
if (!process.env.STET_WIDE) fc.configureGlobal({ seed: 20260319 })
