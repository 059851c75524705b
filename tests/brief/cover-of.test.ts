import { expect, it } from 'vitest'
import { coverOf } from '../../src/brief/facts/cover-of.ts'
import { testCommand } from '../../src/model/test-command.ts'

it.each([
  ['pytest -q', 'clinic/slots/grid.py'],
  ['python3 -m pytest tests --maxfail=1 -q', 'clinic/slots/grid.py'],
  ['pytest tests/slots -q', 'clinic/slots/grid.py'],
  ['pytest tests/test_grid.py::test_day', 'clinic/slots/grid.py'],
  ['python manage.py test invoices.tests.test_numbering', 'ledger/invoices/numbering.py'],
  ['npx vitest run', 'src/tide.ts'],
  ['npm test -- tide-gauge', 'src/tide_gauge.ts'],
  ['npm run build && npm run test:unit', 'migrations/0014_search.sql'],
  ['go test ./... -count=1 -timeout 30s', 'cmd/tide.go'],
  ['go test ./internal/gauge/... -run TestLevel', '/w/internal/gauge/level.go'],
  ['go test ./internal/gauge/', '/w/internal/gauge/tide.go'],
  ['go test ./it/tide_test/...', '/w/it/tide_test/env.go'],
  ['ctest --test-dir build', 'src/tide.cpp'],
  ['mvn verify', 'src/Tide.java'],
  ['mise run test:ci', 'cmd/tide.go'],
  ["bash -lc 'cd app && npm test'", 'src/tide.ts'],
])('%s tells something of %s', (command, path) => {
  expect(coverOf(testCommand(command)!, { path, symbols: [] })).not.toBeNull()
})

it.each([
  ['npx vitest run src/lib/units.test.ts', 'migrations/0014_search.sql'],
  ['npx vitest run src/lib/units.test.ts', 'src/routes/list/Card.svelte'],
  ['npm test -- calibration', 'src/store/append.ts'],
  ['pytest -k reminders', 'clinic/slots/grid.py'],
  ['go test ./... -run TestLevel', 'cmd/tide.go'],
  ['go test ./cmd/ -run TestLevel', 'cmd/tide.go'],
  ['cargo test -p core', 'crates/cli/src/tide.rs'],
  ['npm --prefix kiosk test', 'server/tide.ts'],
  ['pytest -q', 'cmd/tide.go'],
  ['npm test', 'docs/tide.md'],
])('%s tells nothing of %s', (command, path) => {
  expect(coverOf(testCommand(command)!, { path, symbols: [] })).toBeNull()
})

it('a test that names something of a file names the file', () => {
  const file = { path: 'cmd/tide.go', symbols: ['FindStanza'] }
  expect(coverOf(testCommand('go test ./cmd/ -run "TestFindStanza|TestLevel"')!, file)).toBe('named')
  expect(coverOf(testCommand('go test ./cmd/')!, file)).toBe('all')
})
