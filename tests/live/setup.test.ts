import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

beforeAll(buildBundle)
let box: Box
beforeEach(() => {
  box = openBox({ sessions: false })
})
afterEach(() => box.remove())

const CLAUDE = 'home/.claude/settings.json'
const CODEX = 'home/.codex/config.toml'
const text = (path: string) => readFileSync(join(box.root, path), 'utf8')

const SETTINGS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['an empty object', '{}'],
  ['one line', '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}'],
  [
    'hooks, a status line, comments and tabs',
    '{\n\t// mine\n\t"hooks": { "PostToolUse": [ { "matcher": "Bash", "hooks": [] } ] }, /* and */\n\t"statusLine": { "type": "command", "command": "echo \\u0027it\'s me\'", "padding": 0 },\n\t"enabledPlugins": { "other@market": true }\n}',
  ],
  ['empty tables', '{ "enabledPlugins": {}, "extraKnownMarketplaces": {} }'],
  ['windows lines', '{\r\n  "model": "opus"\r\n}\r\n'],
]

describe('Claude Code', () => {
  it.each(SETTINGS)('%s: set up once, twice the same, and byte-identical after removal', (_, before) => {
    box.put(CLAUDE, before)
    chmodSync(join(box.root, CLAUDE), 0o644)
    const dry = box.stet('setup', 'claude', '--dry-run')
    expect(dry).toMatchObject({ status: 0, stderr: '' })
    if (before.includes('\n')) expect(dry.stdout).toMatch(/^ {2}\+ \s+"path": /m) // as it will be there
    expect(text(CLAUDE)).toBe(before)
    expect(box.stet('setup', 'claude')).toMatchObject({ status: 0, stderr: '' })
    const once = text(CLAUDE)
    expect(once).toContain('"stet@stet": true')
    expect(once).toContain('stet-hook')
    expect(box.stet('setup', 'claude').stdout).toContain('set up there already')
    expect(text(CLAUDE)).toBe(once)
    expect(box.stet('unsetup', 'claude')).toMatchObject({ status: 0, stderr: '' })
    expect(text(CLAUDE)).toBe(before)
    expect(statSync(join(box.root, CLAUDE)).mode & 0o777).toBe(0o644)
    expect(existsSync(join(box.home, '.stet/setup/claude-code.json'))).toBe(false)
  })

  it('asks for what Stet does at a compaction, and sets nothing in a dry run or what it may not be', () => {
    const compaction = () => box.json('config', 'get', 'context.compaction') as { value: string }
    box.stet('setup', 'claude', '--compaction', 'replace', '--dry-run')
    expect(box.stet('setup', 'claude', '--compaction', 'never').status).toBe(64)
    expect(existsSync(join(box.root, CLAUDE))).toBe(false)
    expect(compaction().value).toBe('guard')
    expect(box.stet('setup', 'claude', '--compaction', 'replace').stdout).toContain('context.compaction = replace\n')
    expect(compaction().value).toBe('replace')
    expect(text(CLAUDE)).toContain('"stet@stet": true')
  })

  it('keeps what was changed since, and takes out its own', () => {
    box.put(CLAUDE, '{\n  "statusLine": {"type": "command", "command": "echo mine"}\n}\n')
    box.stet('setup', 'claude')
    box.put(CLAUDE, text(CLAUDE).replace('{\n', '{\n  "model": "opus",\n'))
    box.stet('unsetup', 'claude')
    expect(JSON.parse(text(CLAUDE))).toEqual({ model: 'opus', statusLine: { type: 'command', command: 'echo mine' } })
  })

  it('says how to have the client forget what it keeps itself', () => {
    box.stet('setup', 'claude')
    expect(box.stet('unsetup', 'claude').stdout).not.toContain('marketplace remove')
    box.stet('setup', 'claude')
    box.put('home/.claude/plugins/known_marketplaces.json', '{ "stet": { "installLocation": "/opt/stet" } }')
    expect(box.stet('unsetup', 'claude').stdout).toContain('`claude plugin marketplace remove stet`')
    box.stet('setup', 'claude')
    box.put('home/.claude/plugins/known_marketplaces.json', '{ "st')
    expect(box.stet('unsetup', 'claude')).toMatchObject({ status: 0, stderr: '' })
  })

  it('removes the file that it made, and leaves alone one it cannot read', () => {
    box.stet('setup', 'claude')
    expect(statSync(join(box.root, CLAUDE)).mode & 0o777).toBe(0o600)
    box.stet('unsetup', 'claude')
    expect(existsSync(join(box.root, CLAUDE))).toBe(false)
    box.put(CLAUDE, '{ "a": ')
    const failed = box.stet('setup', 'claude')
    expect(failed.status).toBe(1)
    expect(failed.stderr).toContain('nothing was changed')
    expect(text(CLAUDE)).toBe('{ "a": ')
  })

  it('shows the status line that was there next to its own', () => {
    box.put(CLAUDE, '{"statusLine":{"type":"command","command":"echo \'it is\' $(cat | wc -c)"}}')
    box.stet('setup', 'claude')
    const { command } = JSON.parse(text(CLAUDE)).statusLine as { command: string }
    const status = {
      session_id: 's',
      context_window: { used_percentage: 62, total_input_tokens: 124, context_window_size: 200 },
    }
    box.put('home/project/status.json', JSON.stringify(status))
    const { stdout } = box.shell(`${command} < status.json`)
    expect(stdout).toBe(`it is ${JSON.stringify(status).length} \x1b[33m62% ██████░░░░ warn\x1b[39m\n`)
    expect(JSON.parse(text('home/.stet/live/s.bridge'))).toMatchObject({ percent: 62, tokens: 124, window: 200 })
  })
})

describe('Codex', () => {
  it.each([
    ['nothing', ''],
    ['settings', 'model = "gpt"\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "true"\n'],
    ['no newline at the end', '# mine\nmodel = "gpt"'],
  ])('%s: set up once, twice the same, and byte-identical after removal', (_, before) => {
    box.put(CODEX, before)
    const { stdout } = box.stet('setup', 'codex')
    expect(stdout).toContain('does not run hooks until you trust them')
    const once = text(CODEX)
    expect(once.startsWith(before)).toBe(true)
    expect(box.stet('setup', 'codex').stdout).toContain('set up there already')
    expect(text(CODEX)).toBe(once)
    box.put(CODEX, `${once}# later\n`)
    box.stet('unsetup', 'codex')
    expect(text(CODEX)).toBe(`${before}# later\n`)
    box.put(CODEX, before)
    box.stet('setup')
    box.stet('unsetup')
    expect(text(CODEX)).toBe(before)
  })

  it('links the skills, leaves no trace of that, and touches nothing of others', () => {
    const skills = join(box.home, '.codex/skills')
    box.put(CODEX, '')
    expect(box.stet('setup', 'codex', '--dry-run').stdout).toContain('skills/stet → ')
    expect(existsSync(skills)).toBe(false)
    box.stet('setup', 'codex')
    expect(readdirSync(join(skills, 'stet'))).toEqual(['compress', 'recall', 'rollover', 'surgery', 'trim'])
    const before = box.listing()
    expect(box.stet('setup', 'codex').stdout).toContain('set up there already')
    expect(box.listing()).toEqual(before)
    rmSync(join(skills, 'stet'))
    expect(box.stet('setup', 'codex').stdout).toContain('+ <box>/home/.codex/skills/stet → ')
    expect(box.listing()).toEqual(before)
    expect(box.stet('unsetup', 'codex').stdout).toContain('- <box>/home/.codex/skills/stet → ')
    expect(existsSync(skills)).toBe(false)

    mkdirSync(skills) // of the user's own, and empty
    box.stet('setup', 'codex')
    box.stet('unsetup', 'codex')
    expect(readdirSync(skills)).toEqual([])

    box.put('home/.codex/skills/stet/SKILL.md', 'mine')
    expect(box.stet('setup', 'codex').stdout.replace(/\s+/g, ' ')).toContain("skills/stet is there and is not Stet's")
    box.stet('unsetup', 'codex')
    expect(text('home/.codex/skills/stet/SKILL.md')).toBe('mine')
    expect(text(CODEX)).toBe('')
  })

  it('follows a Stet that has moved', () => {
    box.put(CODEX, '')
    mkdirSync(join(box.home, '.codex/skills'))
    symlinkSync('/gone/plugin/claude-code/skills', join(box.home, '.codex/skills/stet'))
    box.stet('setup', 'codex')
    expect(readdirSync(join(box.home, '.codex/skills/stet'))).toContain('recall')
  })
})

describe('Gemini CLI', () => {
  const LINK = 'home/.gemini/extensions/stet/.gemini-extension-install.json'

  it('links its extension as the client would, twice the same, and leaves settings and folders as they were', () => {
    const settings = '{\n  // mine\n  "hooks": { "AfterTool": [] }\n}\n'
    box.put('home/.gemini/settings.json', settings)
    const before = box.listing('home/.stet')
    expect(box.stet('setup', 'gemini', '--dry-run').stdout).toContain('"type": "link"')
    expect(box.listing('home/.stet')).toEqual(before)
    box.stet('setup', 'gemini')
    const { source, type } = JSON.parse(text(LINK))
    expect(type).toBe('link')
    expect(readdirSync(source).sort()).toEqual(['gemini-extension.json', 'hooks', 'skills'])
    expect(readdirSync(join(source, 'skills'))).toEqual(['compress', 'recall', 'rollover', 'surgery', 'trim'])
    const once = box.listing()
    expect(box.stet('setup', 'gemini').stdout).toContain('set up there already')
    expect(box.listing()).toEqual(once)
    expect(box.stet('unsetup', 'gemini')).toMatchObject({ status: 0, stderr: '' })
    expect(box.listing('home/.stet')).toEqual(before)
    expect(text('home/.gemini/settings.json')).toBe(settings)
  })

  it('keeps other extensions, follows a Stet that has moved, and goes also when it was linked by hand', () => {
    box.put('home/.gemini/extensions/other/gemini-extension.json', '{}')
    const before = box.listing('home/.stet')
    box.put(LINK, '{"source":"/gone/dist/gemini","type":"link"}')
    box.stet('setup', 'gemini')
    expect(existsSync(JSON.parse(text(LINK)).source)).toBe(true)
    rmSync(join(box.home, '.stet'), { recursive: true })
    box.stet('unsetup', 'gemini')
    expect(readdirSync(join(box.home, '.gemini/extensions'))).toEqual(['other'])
    expect(box.listing('home/.stet')).toEqual(before)
  })

  it('leaves alone an extension of that name that is not its own', () => {
    const others = '{"source":"https://example.org/stet","type":"git"}'
    box.put(LINK, others)
    const failed = box.stet('setup', 'gemini')
    expect(failed.status).toBe(1)
    expect(failed.stderr).toContain('another extension is called stet')
    box.stet('unsetup', 'gemini')
    expect(text(LINK)).toBe(others)
  })

  it('is where GEMINI_CLI_HOME says', () => {
    box.shell('GEMINI_CLI_HOME="$HOME/other" $STET setup gemini')
    expect(existsSync(join(box.home, 'other/.gemini/extensions/stet/.gemini-extension-install.json'))).toBe(true)
    expect(existsSync(join(box.home, '.gemini'))).toBe(false)
  })
})
