import { defineConfig } from 'vitest/config'
import { indexCommands } from './scripts/index-commands.mjs'

indexCommands()

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', ...(process.env.STET_WIDE ? ['tests/**/*.wide.ts'] : [])],
    globalSetup: ['tests/setup/home.ts'],
    setupFiles: ['tests/setup/environment.ts'],
    testTimeout: 240_000, // against what hangs, not against slow machines
    hookTimeout: 240_000,
    maxWorkers: 2,
    // Browsers and real clients share two cores with the rest: what fails there once is tried once more.
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    reporters: [['default', { summary: false }], './tests/setup/closing-reporter.ts'],
  },
})
