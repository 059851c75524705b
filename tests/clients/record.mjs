#!/usr/bin/env node
// Records the session fixtures with the real clients against the mock API:
//
//   node tests/clients/record.mjs [NAME …]            default: every scenario of record/scenarios.ts
//   node tests/clients/record.mjs codex [NAME …]      those of record/codex-scenarios.ts
//   node tests/clients/record.mjs gemini [NAME …]     those of record/gemini-scenarios.ts
//   node tests/clients/record.mjs pi [NAME …]         those of record/pi-scenarios.ts
//   node tests/clients/record.mjs opencode [NAME …]   those of record/opencode-scenarios.ts
//
// The parts are TypeScript; vitest's own loader runs them, as it does in the tests, so nothing is built first.
import { createViteServer } from 'vitest/node'

const server = await createViteServer({
  configFile: false,
  root: import.meta.dirname,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'codex') {
    const { recordCodexFixtures } = await server.ssrLoadModule('/record/record-codex-fixtures.ts')
    await recordCodexFixtures(rest)
  } else if (first === 'gemini') {
    const { recordGeminiFixtures } = await server.ssrLoadModule('/record/record-gemini-fixtures.ts')
    await recordGeminiFixtures(rest)
  } else if (first === 'pi') {
    const { recordPiFixtures } = await server.ssrLoadModule('/record/record-pi-fixtures.ts')
    await recordPiFixtures(rest)
  } else if (first === 'opencode') {
    const { recordOpencodeFixtures } = await server.ssrLoadModule('/record/record-opencode-fixtures.ts')
    await recordOpencodeFixtures(rest)
  } else {
    const { recordFixtures } = await server.ssrLoadModule('/record/record-fixtures.ts')
    await recordFixtures(process.argv.slice(2))
  }
} finally {
  await server.close()
}
