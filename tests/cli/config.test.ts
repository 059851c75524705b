import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, LONG, openBox, seen } from './box.ts'

const KEY = 'context.archive_command'
const FILE = 'home/.stet/config.toml'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  box.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', box.cwd))
})
afterAll(() => box.remove())

const config = (...args: readonly string[]) => seen(box.stet('config', ...args))
const text = () => readFileSync(join(box.root, FILE), 'utf8')

describe('stet config', () => {
  it('says what can be set, and makes nothing by looking', () => {
    expect(config()).toMatchSnapshot()
    expect(config('get', 'context.warn_threshold')).toBe('60\n')
    expect(config('get', KEY)).toMatchInlineSnapshot(`
      "context.archive_command is not set.
      → stet config set context.archive_command "episodic-memory sync"
      [4]
      "
    `)
    expect(box.json('config', 'get', KEY)).toEqual({ key: KEY, value: null, from: null })
    expect(config('set', KEY, 'true', '--dry-run')).toMatchInlineSnapshot(`
      "context.archive_command would be true in ~/.stet/config.toml.
      "
    `)
    expect(config('unset', KEY)).toMatchInlineSnapshot(`
      "context.archive_command is not set in ~/.stet/config.toml.
      "
    `)
    expect(existsSync(join(box.home, '.stet'))).toBe(false)
  })

  it('sets, shows and takes back, for the user only, comments kept', () => {
    expect(config('set', KEY, 'one "two"')).toMatchInlineSnapshot(`
      "context.archive_command is one "two" in ~/.stet/config.toml.
      "
    `)
    expect(statSync(join(box.root, FILE)).mode & 0o777).toBe(0o600)
    expect(config()).toContain('context.archive_command = one "two"  from ~/.stet/config.toml\n')
    box.put(FILE, `# mine\n${text()}# and mine\n`)
    expect(config('set', KEY, 'three')).toMatchInlineSnapshot(`
      "context.archive_command is three in ~/.stet/config.toml; it was one "two".
      "
    `)
    expect(text()).toBe('# mine\n[context]\narchive_command = "three"\n# and mine\n')
    expect(config('get', KEY)).toBe('three\n')
    expect(config('unset', KEY)).toMatchInlineSnapshot(`
      "context.archive_command is not set any more; it was three.
      "
    `)
    expect(text()).toBe('# mine\n[context]\n# and mine\n')
  })

  it('is shown by stet config show, too', () => {
    expect(config('show')).toBe(config())
    expect(box.json('config', 'show')).toEqual(box.json('config'))
  })

  it('reads the former name of a setting, says so once, and takes nothing but what it may be', () => {
    box.put(FILE, '[context]\ncompaction_guard = false\n')
    expect(config()).toContain('context.compaction = off  from ~/.stet/config.toml\n')
    expect(config().match(/compaction_guard has become context\.compaction, where it means "off"/g)).toHaveLength(1)
    expect(config('set', 'context.compaction', 'replace')).toContain('it was off')
    expect(text()).toBe('[context]\ncompaction = "replace"\ncompaction_guard = false\n')
    expect(config('get', 'context.compaction')).toMatch(/^replace\n/)
    expect(config('set', 'context.compaction', 'stop')).toContain('must be one of off, guard, replace.')
  })

  it('keeps thresholds in order, and lets those that are not be put right', () => {
    box.put(FILE, '')
    expect(config('set', 'context.warn_threshold', '90')).toMatchInlineSnapshot(`
      "The thresholds would be 90, 75 and 85, but the order must be warn ≤ recommend ≤ urgent ≤ 100.
      → To raise them, set the highest first; to lower them, set the lowest first.
      [64]
      "
    `)
    expect(text()).toBe('')
    box.put(FILE, '[context]\nwarn_threshold = 90\n')
    config('set', 'context.urgent_threshold', '95')
    config('set', 'context.recommend_threshold', '92')
    expect(config('unset', 'context.urgent_threshold')).toContain('The thresholds would be 90, 92 and 85')
    expect(text()).toBe('[context]\nrecommend_threshold = 92\nurgent_threshold = 95\nwarn_threshold = 90\n')
    box.put(FILE, '')
    const disordered = box.shell('STET_CONTEXT_WARN_THRESHOLD=80 $STET config')
    expect(disordered).toMatchObject({ status: 0, stderr: expect.stringContaining('are 80, 75 and 85, but the order') })
    box.put(FILE, '[context]\nwarn_treshold = 90\n')
    expect(config('get', 'context.warn_threshold')).toContain('did you mean context.warn_threshold?')
    box.put(FILE, '')
  })

  it('decides what condense takes, unless an option does', () => {
    box.put('home/project/reviews/one.md', '# One\n')
    const condense = (...args: readonly string[]) =>
      (box.json('condense', 'reviews', '--dry-run', ...args) as { condensed: string | null }).condensed
    expect(condense()).toBeNull()
    box.put(FILE, '[condense]\nthreshold_bytes = 1\n')
    expect(condense()).not.toBeNull()
    expect(condense('--threshold', '100')).toBeNull()
    box.put(FILE, '')
  })

  it('follows a link to where the file is kept', () => {
    const real = box.put('elsewhere/stet.toml', '')
    box.shell(`rm ~/.stet/config.toml`)
    symlinkSync(real, join(box.root, FILE))
    box.stet('config', 'set', KEY, 'x')
    expect(readFileSync(real, 'utf8')).toBe('[context]\narchive_command = "x"\n')
    box.shell(`rm ~/.stet/config.toml`)
  })

  it.each([
    ['no TOML', '[context]\narchive_command = "x'],
    ['a wrong type', '[context]\narchive_command = ["x"]\n'],
    ['nothing in it', '[context]\narchive_command = " "\n'],
    ['a form it does not edit', '[context]\narchive_command = """\nx"""\n'],
    ['no text', '\u0000'],
  ])('names file and line of %s, and writes nothing', (_, content) => {
    box.put(FILE, content)
    const { status, stdout, stderr } = box.stet('config', 'set', KEY, 'y')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^<box>\/home\/\.stet\/config\.toml, line \d: .*\.\n→ .*\.\n$/)
    expect(stderr).toMatchSnapshot()
    expect(text()).toBe(content)
  })

  it('warns of a key nobody knows, and does what was asked', () => {
    box.put(FILE, '# x\n[context]\narchive_comand = "x"\n')
    expect(box.stet('config', 'get', 'context.window')).toMatchObject({ status: 0, stdout: '0\n' })
    expect(box.stet('config').stderr).toBe(
      '<box>/home/.stet/config.toml, line 3: there is no setting "context.archive_comand"; did you mean context.archive_command?\n',
    )
    box.stet('inscribe', '--all')
    expect(box.stet('trim', LONG, '--dry-run')).toMatchObject({ status: 0 })
    box.shell('rm ~/.stet/config.toml')
  })

  it('takes numbers and lists, and refuses what is neither', () => {
    box.stet('config', 'set', 'context.window', '180000')
    box.stet('config', 'set', 'context.trim_target_tools', 'Read, Bash')
    expect(text()).toBe('[context]\ntrim_target_tools = ["Read","Bash"]\nwindow = 180000\n')
    expect(box.json('config', 'get', 'context.window')).toMatchObject({ value: 180_000 })
    expect(config('set', 'context.window', 'wide')).toMatchInlineSnapshot(`
      "context.window must be a whole number.
      → Run \`stet config get context.window\` to see what it is.
      [64]
      "
    `)
    box.shell('rm ~/.stet/config.toml')
  })

  it('lets a variable decide over the project, and the project over the user', () => {
    const where = () => box.json('config', 'get', 'context.warn_threshold')
    box.stet('config', 'set', 'context.warn_threshold', '50')
    expect(where()).toEqual({ key: 'context.warn_threshold', value: 50, from: '<box>/home/.stet/config.toml' })
    box.put('home/project/.work.toml', '[context]\nwarn_threshold = 51\n[spawn]\nmodel = "x"\n')
    expect(where()).toMatchObject({ value: 51, from: '<box>/home/project/.work.toml' })
    box.put('home/project/.stet.toml', '[context]\nwarn_threshold = 52\narchive_command = "touch ~/ran"\n')
    expect(where()).toMatchObject({ value: 52, from: '<box>/home/project/.stet.toml' })
    expect(
      JSON.parse(box.shell('STET_CONTEXT_WARN_THRESHOLD=53 $STET config get context.warn_threshold --json').stdout),
    ).toEqual({
      key: 'context.warn_threshold',
      value: 53,
      from: '$STET_CONTEXT_WARN_THRESHOLD',
    })
    expect(box.stet('trim', LONG)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('it is not taken from here'),
    })
    expect(existsSync(join(box.home, 'ran'))).toBe(false)
    box.put('home/project/.stet.toml', '[context]\nwarn_threshold = 80\n')
    expect(seen(box.stet('pressure', LONG))).toContain('the order must be')
    box.shell('rm ~/.stet/config.toml .stet.toml .work.toml')
  })

  it('knows what it cannot set', () => {
    expect(config('set', 'context.archive_comand', 'x')).toMatchInlineSnapshot(`
      "There is no setting "context.archive_comand".
      → Did you mean context.archive_command?
      [64]
      "
    `)
    expect(config('get', 'colour')).toMatchInlineSnapshot(`
      "There is no setting "colour".
      → Run \`stet config\` to see what can be set.
      [64]
      "
    `)
    expect(config('set', KEY, ' ')).toMatchInlineSnapshot(`
      "context.archive_command cannot be empty.
      → Run \`stet config unset context.archive_command\`.
      [64]
      "
    `)
    expect(config('set', KEY)).toMatchInlineSnapshot(`
      "\`stet config set\` needs <value>: the new value, in quotes if it has spaces.
      → For example: stet config set context.archive_command "episodic-memory sync"
      [64]
      "
    `)
  })
})

describe('the archive command', () => {
  const trim = (...more: readonly string[]) => box.stet('trim', LONG, ...more)
  const archive = (command: string) => box.put(FILE, `[context]\narchive_command = ${JSON.stringify(command)}\n`)
  beforeEach(() => {
    box.shell('rm -f ~/.stet/config.toml ~/ran')
    box.stet('inscribe', '--all')
  })

  it('is run before a trim writes, and never in a dry run', () => {
    archive('ls -R ~/.claude > ~/ran; echo done')
    const before = box.shell('ls -R ~/.claude').stdout
    expect(trim('--dry-run').status).toBe(0)
    expect(existsSync(join(box.home, 'ran'))).toBe(false)
    const { status, stdout, stderr } = trim()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).not.toContain('done')
    expect(readFileSync(join(box.home, 'ran'), 'utf8').replaceAll(box.root, '<box>')).toBe(before)
  })

  it('is not run where there is nothing to trim', () => {
    archive('touch ~/ran')
    expect(trim('--threshold', '1000000').status).toBe(4)
    expect(existsSync(join(box.home, 'ran'))).toBe(false)
  })

  it('may fail with a warning, and then says what it said', () => {
    archive('echo lost my way; exit 3')
    const { status, stdout, stderr } = trim('--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'lost my way\n' })
    expect((JSON.parse(stdout) as { warnings: string[] }).warnings.at(-1)).toMatchInlineSnapshot(
      `"The archive command \`echo lost my way; exit 3\` ended with 3. The session is in the record anyway; \`stet config unset context.archive_command\` stops running it."`,
    )
  })

  it('ends with Ctrl-C, and nothing is written', async () => {
    archive('sleep 60')
    const before = box.listing('home/.stet')
    const { status, stderr } = await box.interrupt(2500, 'trim', LONG)
    expect({ status, stderr }).toMatchInlineSnapshot(`
      {
        "status": 130,
        "stderr": "Stopped while sessions were archived; nothing was written.
      → Run the same command again when you like.
      ",
      }
    `)
    expect(box.listing('home/.stet')).toEqual(before)
  })

  it('is not taken from a record that somebody else made', () => {
    box.put('elsewhere/theirs/config.toml', '[context]\narchive_command = "touch ~/ran"\n')
    const store = ['--store', join(box.root, 'elsewhere/theirs')]
    box.stet('inscribe', '--all', ...store)
    expect(box.stet('trim', LONG, ...store).status).toBe(0)
    expect(existsSync(join(box.home, 'ran'))).toBe(false)
  })

  it('that cannot be read keeps a trim from writing, and rounds can still be read', () => {
    box.put(FILE, 'oh no')
    const before = box.listing('home/.stet')
    expect(seen(trim())).toMatchInlineSnapshot(`
      "<box>/home/.stet/config.toml, line 1: this is not TOML: illegal character in key.
      → Correct the line, or delete it.
      [1]
      "
    `)
    expect(box.stet('rounds', LONG).status).toBe(0)
    expect(box.listing('home/.stet')).toEqual(before)
  })
})

it('passwords in addresses are not shown', () => {
  box.put(FILE, '')
  const said = [
    config('set', 'store.url', 'postgres://me:hunter2@h/db', '--json'),
    config('get', 'store.url'),
    config('get', 'store.url', '--json'),
    config('set', 'store.artifacts', 's3://me:hunter2@bucket?endpoint=https://h'),
    config('show'),
    config('show', '--json'),
    config('set', 'store.url', 'postgres:me:hun/ter2@h/db?password=hunter2', '--json'),
    config('get', 'store.url'),
    config('unset', 'store.url', '--json'),
    config('unset', 'store.artifacts', '--json'),
  ]
  expect(said[1]).toBe('postgres://me:***@h/db\n')
  expect(said.join('')).not.toMatch(/hunter2|ter2/)
})
