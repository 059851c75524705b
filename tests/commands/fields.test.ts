import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/commands/all.ts'
import type { Command } from '../../src/commands/kit/command.ts'
import { type Field, NamedFile, type Shell } from '../../src/commands/kit/field.ts'
import { argumentsIn, fieldsIn, isNeeded, nameIn } from '../../src/commands/kit/offered.ts'
import { isFailure } from '../../src/model/errors.ts'
import { apiName, mayWrite } from '../../src/shells/api/offers.ts'
import { inputOf } from '../../src/shells/api/run-command.ts'
import { parseArguments } from '../../src/shells/cli/parse-arguments.ts'
import { readInput } from '../../src/shells/http/read-input.ts'
import { KEYS } from '../../viewer/src/lib/keys.ts'
import { DOABLE, previewOf, requestOf } from '../../viewer/src/lib/operations.ts'

/** What a shell makes of a value for a field: the value that the command gets, or what it says instead. */
type Outcome = { readonly taken: unknown } | { readonly refused: string }
type Program = Exclude<Shell, 'cli'>

/** Values as programs send them. What words cannot say (a number as text, a list in a number) only programs can get wrong. */
function valuesFor(field: Field): { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] } {
  switch (field.kind) {
    case 'flag':
      return { right: [true], wrong: ['yes', ''] }
    case 'int':
    case 'number': {
      const { min = 0, max = 999_999_999_999_999 } = field
      const half = field.kind === 'int' ? [1.5] : []
      return { right: [min, min + 1, max], wrong: [min - 1, max + 1, 'x', ...half] }
    }
    case 'choice':
      return { right: field.choices, wrong: ['nonsense', 'NONSENSE', ''] }
    case 'list': {
      const { choices, most, max, joined } = field
      if (choices) return { right: [[choices[0]!], choices], wrong: [['nonsense'], [''], [choices[0]!, 'nonsense']] }
      const many = most === undefined || most > 300 || joined ? [] : [Array.from({ length: most + 1 }, () => 'a')]
      return {
        right: [['a'], ...(joined ? [] : [['a', 'b']])],
        wrong: [[''], ...(max ? [['a'.repeat(max + 1)]] : []), ...many],
      }
    }
    case 'map':
      return {
        right: [{ one: '1-2' }, { one: '1', two: '2,4' }],
        wrong: [{ one: '' }, { '': '1' }, { ['a'.repeat(201)]: '1' }],
      }
    case 'items':
      return { right: [[], [{ id: 'e1' }]], wrong: ['x', 5, { id: 'e1' }] }
    case 'content':
      return { right: ['text'], wrong: [] } // a file in a terminal: tested by itself
    default: {
      const most = 'max' in field ? field.max : undefined
      const longest = most ?? (field.kind === 'text' ? undefined : 100_000)
      const isEmptyRight = 'empty' in field && field.empty === true
      return {
        right: ['a', '7', ...(isEmptyRight ? [''] : [])],
        wrong: [...(isEmptyRight ? [] : ['']), ...(longest === undefined ? [] : ['a'.repeat(longest + 1)])],
      }
    }
  }
}

/** Values of other types, which words cannot say: only programs can send them. */
function foreignTo({ kind }: Field): readonly unknown[] {
  switch (kind) {
    case 'flag':
      return [1, ['yes'], {}]
    case 'int':
    case 'number':
      return ['1', true, [1], {}]
    case 'list':
      return [5, true, {}, [5]]
    case 'map':
    case 'items':
      return [5, true, 'a', kind === 'map' ? [1] : {}]
    default:
      return [5, true, ['a'], { path: '/etc/passwd' }]
  }
}

/** A value that a field takes, for those that have to be given. */
function someValue(field: Field): unknown {
  return valuesFor(field).right[0]
}

function words(field: Field, value: unknown): readonly string[] {
  if (Array.isArray(value)) return field.kind === 'list' && field.commas ? [value.join(',')] : value.map(String)
  if (typeof value === 'object' && value !== null) return Object.entries(value).map(([name, one]) => `${name}=${one}`)
  return [String(value)]
}

function inTerminal(command: Command, given: Readonly<Record<string, unknown>>, name: string): Outcome {
  const args = argumentsIn('cli', command)
  const all = fieldsIn('cli', command)
  const argv = command.name.split(' ').filter(Boolean)
  const positional = Object.entries(args).flatMap(([key, field]) => (key in given ? words(field, given[key]) : []))
  const options = Object.entries(given).flatMap(([key, value]) => {
    const field = all[key]!
    if (key in args) return []
    const option = `--${nameIn('cli', key, field)}`
    return value === true ? [option] : words(field, value).map((word) => `${option}=${word}`)
  })
  return outcome(() => parseArguments([...argv, ...options, '--', ...positional], COMMANDS).input[name])
}

function fromProgram(
  shell: Program,
  command: Command,
  given: Readonly<Record<string, unknown>>,
  name: string,
): Outcome {
  return outcome(() => inputOf(shell, command, sentAs(shell, command, given))[name])
}

function sentAs(shell: Program, command: Command, given: Readonly<Record<string, unknown>>): object {
  const fields = fieldsIn(shell, command)
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [nameIn(shell, key, fields[key]!), value]))
}

function outcome(read: () => unknown): Outcome {
  try {
    return { taken: read() }
  } catch (error) {
    if (!isFailure(error, 'usage')) throw error
    const { problems } = error.facts as { readonly problems?: readonly string[] }
    return { refused: problems?.join('; ') ?? error.message.replace(/\.$/, '') }
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60)
}

/** What is said of a field, without how the shell spells its name. */
function said({ command, field, name, shell }: Case, { refused }: { readonly refused: string }): string {
  const spelled = nameIn(shell, name, field)
  const from = refused.indexOf(spelled)
  expect(from, `${command.name || 'stet'}: ${refused}`).toBeGreaterThanOrEqual(0)
  return refused.slice(from + spelled.length).replace(/^(?:…)?[>\]]/, '')
}

interface Case {
  readonly command: Command
  readonly field: Field
  readonly name: string
  readonly shell: Shell
}

/** Every field of every command, in each shell that takes it. */
const EACH = COMMANDS.flatMap((command) =>
  (['cli', 'http', 'mcp'] as const)
    .filter((shell) => command.offer[shell])
    .flatMap((shell) =>
      Object.entries(fieldsIn(shell, command)).map(([name, field]) => ({
        command,
        shell,
        name,
        field,
        label: `${command.name || 'stet'} ${name} (${shell})`,
      })),
    ),
)

/** What has to be given for a command to be read at all, without this field. */
function needed(shell: Shell, command: Command, name: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fieldsIn(shell, command))
      .filter(([key, one]) => key !== name && isNeeded(command, key, one))
      .map(([key, one]) => [key, someValue(one)]),
  )
}

function inShell(shell: Shell, command: Command, given: Readonly<Record<string, unknown>>, name: string): Outcome {
  return shell === 'cli' ? inTerminal(command, given, name) : fromProgram(shell, command, given, name)
}

/** Every field that more than one shell takes. */
const SHARED = COMMANDS.flatMap((command) =>
  (['http', 'mcp'] as const)
    .filter((shell) => command.offer.cli && command.offer[shell])
    .flatMap((shell) => {
      const terminal = fieldsIn('cli', command)
      return Object.entries(fieldsIn(shell, command))
        .filter(([name]) => name in terminal)
        .map(([name, field]) => ({
          command,
          shell,
          name,
          field,
          label: `${command.name || 'stet'} ${name} (${shell})`,
        }))
    }),
)

describe('every shell takes and refuses the same values of every field', () => {
  it('there are fields to compare', () => {
    expect(SHARED.length).toBeGreaterThan(150)
  })

  it.each(SHARED)('$label', ({ command, shell, name, field }) => {
    const { right, wrong } = valuesFor(field)
    for (const value of right) {
      const [one, other] = [
        inTerminal(command, { ...needed('cli', command, name), [name]: value }, name),
        fromProgram(shell, command, { ...needed(shell, command, name), [name]: value }, name),
      ]
      expect(one, shown(value)).toHaveProperty('taken')
      if (field.kind !== 'content') expect(other).toEqual(one)
    }
    for (const value of wrong) {
      const one = inTerminal(command, { ...needed('cli', command, name), [name]: value }, name)
      const other = fromProgram(shell, command, { ...needed(shell, command, name), [name]: value }, name)
      expect(one, shown(value)).toHaveProperty('refused')
      expect(other, shown(value)).toHaveProperty('refused')
      const about = { command, field, name }
      if (field.kind === 'flag') continue // which has no value in a terminal
      expect(said({ ...about, shell }, other as never)).toBe(said({ ...about, shell: 'cli' }, one as never))
    }
  })
})

describe('an address says the same as a body', () => {
  const asked = SHARED.filter(({ command, shell }) => shell === 'http' && !mayWrite('http', command))

  it.each(asked)('$label', async ({ command, name, field }) => {
    const { right, wrong } = valuesFor(field)
    for (const value of [...right, ...wrong]) {
      const given = { ...needed('http', command, name), [name]: value }
      const read = await inAddress(command, sentAs('http', command, given))
      expect(
        outcome(() => inputOf('http', command, read)[name]),
        shown(value),
      ).toEqual(fromProgram('http', command, given, name))
    }
  })

  /** What a request by an address alone asks for. */
  async function inAddress(command: Command, sent: object): Promise<unknown> {
    const query = new URLSearchParams(
      Object.entries(sent).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
      ),
    )
    const app = new Hono().get('/', async (context) => {
      const read = await readInput(context as never, command, 60_000)
      return read instanceof Response ? read : context.json(read.input)
    })
    return (await app.request(`/?${query}`)).json()
  }
})

describe('every shell gives a command the same where a field is left out', () => {
  it.each(SHARED.filter(({ command, shell, name, field }) => mayBeLeftOut(command, shell, name, field)))(
    '$label',
    ({ command, shell, name }) => {
      const one = inTerminal(command, needed('cli', command, name), name)
      const other = fromProgram(shell, command, needed(shell, command, name), name)
      expect(one).toHaveProperty('taken')
      expect(other).toEqual(one)
    },
  )

  it('but for what an agent may leave out, which its tool says', () => {
    for (const { command, name } of SHARED.filter(({ command, shell, name }) => isOfTool(command, shell, name)))
      expect(fromProgram('mcp', command, needed('mcp', command, name), name)).toEqual({
        taken: command.offer.mcp!.defaults![name],
      })
  })

  it.each(['http', 'mcp'] as const)('%s gives a field that only other shells take its default', (shell) => {
    for (const command of COMMANDS.filter(({ offer }) => offer[shell])) {
      const taken = fieldsIn(shell, command)
      const input = inputOf(shell, command, sentAs(shell, command, needed(shell, command, '')))
      const others = Object.entries({ ...command.arguments, ...command.options }).filter(([name]) => !(name in taken))
      for (const [name, field] of others)
        expect(input[name], `${command.name} ${name}`).toEqual('default' in field ? field.default : usually(field))
    }
  })

  function usually(field: Field): unknown {
    if (field.kind === 'flag') return false
    return field.kind === 'list' && field.optional ? [] : undefined
  }

  function mayBeLeftOut(command: Command, shell: Program, name: string, field: Field): boolean {
    return !isNeeded(command, name, field) && !isOfTool(command, shell, name)
  }

  function isOfTool(command: Command, shell: Shell, name: string): boolean {
    return shell === 'mcp' && command.offer.mcp?.defaults?.[name] !== undefined
  }
})

describe('each shell takes what is right for a field, and refuses what is wrong', () => {
  it.each(EACH)('$label', ({ command, shell, name, field }) => {
    const { right, wrong } = valuesFor(field)
    for (const value of right)
      expect(
        inShell(shell, command, { ...needed(shell, command, name), [name]: value }, name),
        shown(value),
      ).toHaveProperty('taken')
    for (const value of [...wrong, ...(shell === 'cli' ? [] : foreignTo(field))])
      expect(
        'refused' in inShell(shell, command, { ...needed(shell, command, name), [name]: value }, name),
        shown(value),
      ).toBe(true)
  })
})

describe('a form of the page', () => {
  const subject = { session: 'a', tokens: 2000, fixed: 0, rounds: [], selected: [2, 3], unsent: new Set<number>() }
  const forms = DOABLE.flatMap((page) => {
    const command = COMMANDS.find(({ name }) => name === page.name)!
    const fields = fieldsIn('http', command)
    return page.form.map(({ name }) => ({ page, command, name, field: fields[name]!, label: `${page.name} ${name}` }))
  })

  it.each(forms)('$label takes, refuses and says the same as HTTP', ({ page, command, name, field }) => {
    const others = Object.fromEntries(
      page.form.flatMap((one) => {
        const other = fieldsIn('http', command)[one.name]!
        return one.name !== name && one.isNeeded ? [[one.name, inForm(other, someValue(other))]] : []
      }),
    )
    const { right, wrong } = valuesFor(field)
    for (const value of [...right, ...wrong]) {
      const chosen = inForm(field, value)
      if (chosen === '') continue // a field that was emptied is not given
      const asked = requestOf(page, { ...others, [name]: chosen }, subject)
      const sent = asked && outcome(() => inputOf('http', command, asked.input)[name])
      const given = field.kind === 'list' && field.of === 'session' ? ['a', ...(value as readonly string[])] : value
      if (field.kind !== 'map' || right.includes(value))
        expect(sent, shown(value)).toEqual(
          fromProgram('http', command, { ...needed('http', command, name), [name]: given }, name),
        )
    }
  })

  it('sends all that the command needs, and looks before it writes', () => {
    for (const page of DOABLE) {
      const command = COMMANDS.find(({ name }) => name === page.name)!
      const fields = fieldsIn('http', command)
      const params = Object.fromEntries(
        page.form.map(({ name }) => [name, inForm(fields[name]!, someValue(fields[name]!))]),
      )
      const asked = previewOf(requestOf(page, params, subject)!, page)
      expect(asked.action).toBe(apiName(command))
      expect(inputOf('http', command, asked.input)).toMatchObject({
        dry_run: true,
        ...('parts' in fields && { parts: true }),
      })
    }
  })

  it('has a key of its own, which does nothing else on the page', () => {
    const keys = KEYS.flatMap(([key]) => key.split('  '))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(keys).toEqual(expect.arrayContaining(DOABLE.map(({ key }) => key)))
  })

  /** As a form writes a value into the address. */
  function inForm(field: Field, value: unknown): string {
    if (field.kind === 'flag') return value === true ? '1' : String(value)
    if (Array.isArray(value)) return value.join(',')
    return typeof value === 'object' ? words(field, value).join(';') : String(value)
  }
})

describe('every shell', () => {
  it('is asked for right and wrong values of every field, but where any text is right', () => {
    const untested = COMMANDS.flatMap((command) =>
      Object.entries({ ...command.arguments, ...command.options })
        .filter(([, field]) => valuesFor(field).right.length === 0 || valuesFor(field).wrong.length === 0)
        .map(([name]) => `${command.name} ${name}`),
    )
    expect(untested).toEqual(['config set value', 'ctx checkpoint data', 'why text', 'hook event', 'receive data'])
  })

  it('takes a file by its name in a terminal only', () => {
    const command = COMMANDS.find(({ name }) => name === 'ctx checkpoint')!
    const given = { ...needed('http', command, 'data'), data: '/etc/passwd' }
    expect(inTerminal(command, given, 'data')).toEqual({ taken: new NamedFile('/etc/passwd') })
    expect(fromProgram('http', command, given, 'data')).toEqual({ taken: { text: '/etc/passwd' } })
  })

  it('limits how long a text may be that a program sends', () => {
    const texts = EACH.filter(({ shell, field }) => shell !== 'cli' && field.kind === 'text')
    const endless = texts.filter(({ field }) => !('max' in field))
    expect(endless.map(({ label }) => label)).toEqual(['why text (http)', 'receive data (http)']) // files: as long as a request may be
  })

  const offered = COMMANDS.flatMap((command) =>
    (['cli', 'http', 'mcp'] as const).filter((shell) => command.offer[shell]).map((shell) => ({ command, shell })),
  )

  it.each(offered.map((one) => ({ ...one, label: `${one.command.name || 'stet'} (${one.shell})` })))(
    '$label names each field that is missing',
    ({ command, shell }) => {
      for (const [name, field] of Object.entries(fieldsIn(shell, command))) {
        if (!isNeeded(command, name, field)) continue
        const outcomeOf = shell === 'cli' ? inTerminal(command, {}, name) : fromProgram(shell, command, {}, name)
        expect(outcomeOf).toMatchObject({ refused: expect.stringMatching(/need/) })
      }
    },
  )

  it.each(['http', 'mcp'] as const)('%s refuses fields that a command has not, and names those it has', (shell) => {
    for (const command of COMMANDS.filter(({ offer }) => offer[shell]))
      expect(outcome(() => inputOf(shell, command, { nonsense: 1 }))).toMatchObject({
        refused: expect.stringContaining('"nonsense"'),
      })
  })

  it.each(['http', 'mcp'] as const)('%s takes no path of this machine and no command to run', (shell) => {
    for (const command of COMMANDS.filter(({ offer }) => offer[shell])) {
      const fields = Object.entries(fieldsIn(shell, command))
      const astray = fields.filter(([name, { kind }]) => kind === 'file' || kind === 'folder' || name === 'smart')
      expect(astray.map(([name]) => `${command.name} ${name}`)).toEqual([])
    }
  })
})
