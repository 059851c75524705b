import { expect, it } from 'vitest'
import { tellingCommands } from './telling-commands.ts'

it.each([
  [
    ['ls -la', 'npm test', 'git status', 'git add . && git commit -m "a | b"'],
    ['npm test', 'git commit', 'git add'],
  ],
  [
    ['rg -n "one|two|three" src', "sed -n '1,80p' src/model/tokens.ts"],
    ['sed tokens.ts', 'rg'],
  ],
  [['cd app && FORCE=1 npm run build 2>&1 | tail -5'], ['npm run build', 'cd', 'tail']],
  [['git -C ~/app status --short', 'command -v entire'], ['git status']],
  [['cat > notes.md <<EOF\ngit push\nEOF\ngh pr create --fill'], ['gh pr create', 'cat']],
  [['"$(unclosed', '$X'], []],
])('of %j these tell best: %j', (commands, telling) => {
  expect(tellingCommands(commands, 3)).toEqual(telling)
})
