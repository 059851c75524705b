import { expect, it } from 'vitest'
import { openBox } from '../cli/box.ts'

const STATUS = '{"session_id":"s1","context_window":{"used_percentage":78,"context_window_size":200000}}'

it('is coloured for whatever reads it, since a client is no terminal, unless colours are unwanted', () => {
  const box = openBox({ sessions: false })
  const line = (more: string) => box.shell(`echo '${STATUS}' | ${more}`).stdout
  expect(line('$STET statusline')).toBe('\x1b[31m78% ████████░░ recommend\x1b[39m\n')
  expect(line('NO_COLOR=1 $STET statusline')).toBe('78% ████████░░ recommend\n')
  expect(line('$STET statusline --no-color')).toBe('78% ████████░░ recommend\n')
  box.remove()
})
