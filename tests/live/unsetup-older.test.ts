import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

/** What commit 891873c5 put into the settings in `before`, and into $STET_HOME; `used` is that after Codex 0.166.0 had run. */
const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURE = join(ROOT, 'tests/fixtures/setup-891873c5')
const CLAUDE = 'home/.claude/settings.json'
const CODEX = 'home/.codex/config.toml'
const GEMINI = 'home/.gemini/extensions/stet/.gemini-extension-install.json'

beforeAll(buildBundle)
let box: Box
/** Everything but the record, before Stet came. */
let before: readonly string[]
beforeEach(() => {
  box = openBox({ sessions: false })
  box.put(CLAUDE, fixture('before/settings.json'))
  box.put(CODEX, fixture('before/config.toml'))
  mkdirSync(join(box.home, '.gemini'))
  before = box.listing('home/.stet')
  box.put(CLAUDE, fixture('after/settings.json'))
  box.put(CODEX, fixture('after/config.toml'))
  box.put(GEMINI, fixture('after/gemini-extension-install.json'))
  mkdirSync(join(box.home, '.codex/skills'))
  symlinkSync('/opt/stet/plugin/claude-code/skills', join(box.home, '.codex/skills/stet'))
  for (const client of ['claude-code', 'codex', 'gemini-cli'])
    box.put(`home/.stet/setup/${client}.json`, fixture(`${client}.json`))
})
afterEach(() => box.remove())

const fixture = (name: string) => readFileSync(join(FIXTURE, name), 'utf8').replaceAll('HOME/', `${box.home}/`)
const text = (path: string) => readFileSync(join(box.root, path), 'utf8')
const ran = (...args: readonly string[]) => expect(box.stet(...args)).toMatchObject({ status: 0, stderr: '' })
const statusLine = (settings: string) => /"statusLine".*\}/.exec(settings)![0]
const hooks = (settings: string) => /"hooks".*\]/.exec(settings)![0]

describe('what an older Stet installed', () => {
  it('is taken out to the byte, and no file of it stays', () => {
    ran('unsetup')
    expect(text(CLAUDE)).toBe(fixture('before/settings.json'))
    expect(text(CODEX)).toBe(fixture('before/config.toml'))
    expect(box.listing('home/.stet')).toEqual(before)
    expect(box.listing().filter((line) => line.includes('.stet/setup/'))).toEqual([])
  })

  it('is taken out to the byte also after this Stet was set up over it', () => {
    ran('setup')
    ran('unsetup')
    expect(text(CLAUDE)).toBe(fixture('before/settings.json'))
    expect(text(CODEX)).toBe(fixture('before/config.toml'))
    expect(box.listing('home/.stet')).toEqual(before)
  })

  it('is not taken for the user’s own where the settings changed before this one was set up', () => {
    box.put(CLAUDE, text(CLAUDE).replace('{\n', '{\n  "model": "opus",\n'))
    box.put(CODEX, fixture('used/config.toml'))
    ran('setup')
    ran('unsetup')
    expect(text(CLAUDE)).toBe(fixture('before/settings.json').replace('{\n', '{\n  "model": "opus",\n'))
    expect(text(CODEX)).not.toMatch(/>>> stet|stet-hook|mcp_servers/)
  })

  it('goes from settings that were changed since, and the status line and hooks keep every byte', () => {
    box.put(CLAUDE, `${JSON.stringify(JSON.parse(text(CLAUDE).replace('  // mine\n', '')), null, 4)}\n`)
    ran('unsetup', 'claude')
    expect(text(CLAUDE)).not.toContain('stet')
    expect(statusLine(text(CLAUDE))).toBe(statusLine(fixture('before/settings.json')))
    expect(JSON.parse(`{${hooks(fixture('before/settings.json'))}}}`).hooks).toEqual(JSON.parse(text(CLAUDE)).hooks)
    expect(JSON.parse(text(CLAUDE)).enabledPlugins).toEqual({})
  })

  it('goes where what Stet remembered is gone', () => {
    rmSync(join(box.home, '.stet'), { recursive: true })
    ran('unsetup')
    expect(text(CODEX)).toBe(fixture('before/config.toml'))
    const own = (settings: string) => JSON.parse(settings.replace('  // mine\n', ''))
    const { enabledPlugins: _, ...kept } = own(fixture('before/settings.json'))
    expect(own(text(CLAUDE))).toEqual(kept)
    expect(existsSync(join(box.root, GEMINI))).toBe(false)
  })

  it('goes from between the tables that Codex wrote into it, which stay, and the trust in the user’s own hooks', () => {
    box.put(CODEX, fixture('used/config.toml'))
    ran('unsetup', 'codex')
    expect(text(CODEX)).toBe(
      `${fixture('before/config.toml')}
screen_reader_detection_done = true

[tui.model_availability_nux]
"gpt-6.1-sol" = 1

[hooks.state]

[hooks.state."${box.home}/.codex/config.toml:stop:0:0"]
trusted_hash = "sha256:db6d1036b16c90c1bf11c92a851449cc3aa08ead98a7a29a5667e36c0b8f8d6b"

[projects."${box.home}/project"]
trust_level = "trusted"
`,
    )
  })

  it('is set up once where Codex wrote between its tables', () => {
    box.put(CODEX, fixture('used/config.toml'))
    ran('setup', 'codex')
    const once = text(CODEX)
    expect(once).toContain(`[projects."${box.home}/project"]\ntrust_level = "trusted"\n`)
    box.put(CODEX, once.replace('# <<< stet', '\n[tui.other]\nseen = true\n# <<< stet'))
    expect(box.stet('setup', 'codex').stdout).toContain('set up there already')
  })
})

describe('where the package was removed and nothing else', () => {
  /** A Stet that is set up and then gone. */
  function setUpAndGone(): void {
    const root = mkdtempSync(join(tmpdir(), 'stet-gone-'))
    for (const name of ['bin', 'plugin']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
    for (const name of ['dist', 'node_modules']) symlinkSync(join(ROOT, name), join(root, name))
    expect(box.shell(`${process.execPath} ${root}/bin/stet setup`)).toMatchObject({ status: 0 })
    expect(text(CLAUDE)).toContain(root)
    rmSync(root, { recursive: true })
  }

  it('the status line is the user’s own again, and Codex’s hooks say nothing', () => {
    setUpAndGone()
    const { command } = JSON.parse(text(CLAUDE).replace('  // mine\n', '')).statusLine as { command: string }
    box.put('home/project/status.sh', command)
    expect(box.shell('echo "{}" | sh status.sh')).toMatchObject({ status: 0, stdout: "it's mine\n", stderr: '' })
    const commands = [...text(CODEX).matchAll(/^command = (".*stet-hook.*")$/gm)].map(([, one]) => JSON.parse(one!))
    expect(commands).toHaveLength(7)
    box.put('home/project/hooks.sh', commands.join('\n'))
    expect(box.shell('echo "{}" | sh -e hooks.sh')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it('another version of Stet removes it exactly', () => {
    setUpAndGone()
    ran('unsetup')
    expect(text(CLAUDE)).toBe(fixture('before/settings.json'))
    expect(text(CODEX)).toBe(fixture('before/config.toml'))
    expect(box.listing('home/.stet')).toEqual(before)
  })
})
