import { describe, expect, it } from 'vitest'
import { lineOf, withoutSetting, withSetting } from './edit-settings.ts'

const NAME = 'context.archive_command'

describe('withSetting', () => {
  it('adds a missing table below the existing ones', () => {
    expect(withSetting('', NAME, 'x')).toBe('[context]\narchive_command = "x"\n')
    expect(withSetting('# mine\n\n\n', NAME, 'x')).toBe('# mine\n\n[context]\narchive_command = "x"\n')
  })

  it('puts it into the table that is there', () => {
    expect(withSetting('# a\n[ context ] # b\n# c\n[other]\n', NAME, 'x')).toBe(
      '# a\n[ context ] # b\narchive_command = "x"\n# c\n[other]\n',
    )
  })

  it('changes the value and nothing else of the line', () => {
    for (const [old, changed] of [
      ['[context]\n  archive_command="a" # "why"\nz', '[context]\n  archive_command="x" # "why"\nz'],
      ["context.archive_command = 'a'\r\n", 'context.archive_command = "x"\r\n'],
      ['"context" . archive_command = "\\"" # \'', '"context" . archive_command = "x" # \''],
      [
        '[other]\narchive_command = "a"\n[context]\narchive_command = "b"',
        '[other]\narchive_command = "a"\n[context]\narchive_command = "x"',
      ],
    ] as const) {
      expect(withSetting(old, NAME, 'x')).toBe(changed)
    }
  })

  it('quotes what needs it', () => {
    expect(withSetting('', NAME, 'say "a\\b"\n\u007f')).toBe(
      '[context]\narchive_command = "say \\"a\\\\b\\"\\n\\u007f"\n',
    )
  })

  it('takes numbers, switches and lists', () => {
    expect(withSetting('[context]\nwindow = 3 # three', 'context.window', 4)).toBe('[context]\nwindow = 4 # three')
    expect(withSetting('[context]\nx = ["a", "b#"]\n', 'context.x', ['c'])).toBe('[context]\nx = ["c"]\n')
    expect(withSetting('[context]\nx = false', 'context.x', true)).toBe('[context]\nx = true')
  })

  it('leaves alone what is no value on one line', () => {
    expect(withSetting('[context]\narchive_command = [\n"x"]', NAME, 'x')).toBeUndefined()
    expect(withSetting('[context]\narchive_command = """\nx"""', NAME, 'x')).toBeUndefined()
  })
})

it('withoutSetting takes out its line only', () => {
  expect(withoutSetting('# a\n[context]\narchive_command = "x" # b\n# c\n', NAME)).toBe('# a\n[context]\n# c\n')
  expect(withoutSetting('context = { archive_command = "x" }', NAME)).toBeUndefined()
})

it('lineOf finds where something is set, in braces too', () => {
  expect(lineOf('\n[context]\narchive_command = 1', NAME)).toBe(3)
  expect(lineOf('# x\ncontext = { archive_command = 1 }', NAME)).toBe(2)
  expect(lineOf('', NAME)).toBeUndefined()
})
