import { expect, it } from 'vitest'
import { tellingCommands } from './telling-commands.ts'

it.each([
  [
    ['ls -la', 'npm test', 'git status', 'git add . && git commit -m "a | b"'],
    ['git commit "a | b"', 'npm test'],
  ],
  [['rg -n "one|two|three" src', "sed -n '1,80p' src/model/tokens.ts"], ['sed tokens.ts']],
  [
    ['cd app && FORCE=1 npm run build 2>&1 | tail -5', 'git checkout -b next'],
    ['npm run build', 'git checkout'],
  ],
  [['git -C ~/app status --short', 'command -v entire'], ['git status']],
  [
    ['cat > notes.md <<EOF\ngit push\nEOF\ngh pr create --fill', 'rm -rf tmp'],
    ['gh pr create', '> notes.md', 'rm tmp'],
  ],
  [
    ['rtk git push', 'go test ./cmd/...', 'ls; wc -l a.ts'],
    ['git push', 'go test cmd'],
  ],
  [['echo one', 'ls', 'cd src'], []],
  [['"$(unclosed', '$X'], []],
])('of %j these tell best: %j', (lines, telling) => {
  expect(
    tellingCommands(
      lines.map((line) => ({ line })),
      3,
    ),
  ).toEqual(telling)
})

it.each([
  ['cd app && npm run build -- --all 2>&1 | tail -5', 'npm run build -- --all'],
  ['git -C /home/me/app log --oneline', 'git log --oneline'],
  ['rm -rf ~/.cache/one/two/three/four/five', 'rm -rf ~/.cache/one/two/three/f…'],
  ['cd app && npm ci && npm run lint && npm run test:unit', 'npm run lint; npm run test:unit; npm ci'],
  ['git commit -am "Say \\"no\\" earlier"', 'git commit "Say "no" earlier"'],
  [
    "git commit -m 'Keep the lock until the last of all the writers is done'",
    'git commit "Keep the lock until the last of all the wri…"',
  ],
  ['git commit -m "$(cat <<\'EOF\'\nKeep the lock\n\nWhy.\nEOF\n)"', 'git commit "Keep the lock"'],
  ['git commit --amend --no-edit', 'git commit'],
])('a line alone, %j, is told as %j', (line, told) => {
  expect(tellingCommands([{ line }], 3).join('; ')).toBe(told)
})
