import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** The rooms of src, the highest first. A file imports from its own room and from those below it. */
const ROOMS = [
  'shells', // the terminal, HTTP, MCP and hooks
  'commands', // one file a verb
  'care', // check, verify, doctor, recover, restore
  'workspace', // opens the record with all that follows a capture
  'read', // rounds, sessions, export
  'live', // hooks, reminders, compactions, setup
  'surgery', // operations
  'pressure', // how full, and what to do about it
  'brief', // facts, words, entries, and what is printed of them
  'work', // engagements and tickets
  'search',
  'record', // what is kept, in SQLite, PostgreSQL and S3, how it gets there, and how it is read
  'clients', // the files of Claude Code, Codex, Gemini CLI, pi and opencode
  'redaction', // what masks secrets, and the door that every answer passes
  'system', // files, locks, processes, databases
  'model', // the values that every room speaks in
]

/** Every package Stet needs at run time, and the only places that may import it. One more is a decision. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  '@hono/node-server': ['shells/http/'],
  '@modelcontextprotocol/sdk': ['shells/mcp/'],
  '@napi-rs/blake-hash': ['model/id.ts'],
  '@cloudpss/zstd': ['record/sqlite/', 'record/pack.ts', 'record/capture/compressed-file.ts'],
  cborg: ['clients/formats/cbor.ts', 'shells/http/cbor.ts'],
  '@photostructure/sqlite': ['system/sqlite/'],
  hono: ['shells/http/'],
  postgres: ['system/postgres/'],
  s3mini: ['record/s3/'],
  'smol-toml': ['record/settings/parse-settings.ts'],
}

const LONGEST_FILE = 400

const sources = filesBelow(SRC, /\.ts$/, /\.test\.ts$/).map((path) => source(path))
const library = sources.filter(({ name }) => !name.startsWith('shells/'))

describe('walls', () => {
  it('no folder is made with those above it at once: below /proc Node would try for ever', () => {
    const makers = sources.filter(({ text }) => /mkdir(?:Sync)?\([^)]*recursive: true/s.test(text))
    expect(makers.map(({ name }) => name)).toEqual([])
  })

  it('imports go down', () => {
    const crossing = sources.flatMap(({ name, imports }) => {
      const at = ROOMS.indexOf(name.split('/')[0]!)
      if (name === 'index.ts') return [] // the public surface gathers from everywhere
      return reachedBy(name, imports).flatMap(([room]) => (ROOMS.indexOf(room!) < at ? `${name} → ${room}` : []))
    })
    expect(crossing).toEqual([])
  })

  it('knows every folder of src', () => {
    const folders = new Set(sources.flatMap(({ name }) => (name === 'index.ts' ? [] : name.split('/')[0]!)))
    expect([...folders].sort()).toEqual([...ROOMS].sort())
  })

  it('keeps the terminal and the hooks apart', () => {
    const crossing = sources.flatMap(({ name, imports }) => {
      const [, own] = name.split('/')
      const other = { cli: 'hooks', hooks: 'cli' }[name.startsWith('shells/') ? own! : '']
      return reachedBy(name, imports).flatMap(([room, shell]) =>
        room === 'shells' && shell === other ? `${name} → ${shell}` : [],
      )
    })
    expect(crossing).toEqual([])
  })

  it('keeps clients apart from one another, but for what they share in clients/kit', () => {
    const crossing = sources.flatMap(({ name, imports }) => {
      const [part, client] = name.split('/')
      if (part !== 'clients' || !name.includes('/', 'clients/'.length)) return []
      return reachedBy(name, imports)
        .filter(
          ([other, folder, file]) => other === 'clients' && file !== undefined && folder !== client && folder !== 'kit',
        )
        .map((path) => `${name} → ${path.join('/')}`)
    })
    expect(crossing).toEqual([])
  })

  it('has what clients share for clients alone', () => {
    const users = sources.filter(({ imports }) => imports.some((path) => path.includes('clients/kit/')))
    expect(users.map(({ name }) => name)).toEqual([])
  })
})

describe('the library', () => {
  it('reads no environment and prints nothing', () => {
    const looking = /\bprocess\.(?:env|argv|stdout|stderr|stdin|exit|cwd)\b|\bhomedir\b|\bconsole\s*\./g
    expect(library.flatMap(({ name, code }) => found(code, looking).map((use) => `${name}: ${use}`))).toEqual([])
  })

  it('says nothing through the process but in shells', () => {
    const imported = library.filter(({ imports }) =>
      imports.some((path) => path === 'node:process' || path === 'node:readline'),
    )
    expect(imported.map(({ name }) => name)).toEqual([])
  })
})

describe('packages', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

  it('are those listed here, at exact versions', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual(Object.keys(DEPENDENCIES).sort())
    const versions = Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(manifest.optionalDependencies).toBeUndefined() // npm leaves one out without a word where its engines do not fit
  })

  it('are imported only where they belong', () => {
    const astray = sources.flatMap(({ name, imports }) =>
      imports
        .filter((path) => !path.startsWith('.') && !path.startsWith('node:'))
        .filter((path) => !DEPENDENCIES[packageOf(path)]?.some((place) => name === place || name.startsWith(place)))
        .map((path) => `${name} imports ${path}`),
    )
    expect(astray).toEqual([])
  })

  it('have an integrity, for every platform', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const bare = Object.entries<{ integrity?: string; link?: boolean }>(lock.packages)
      .filter(([name, entry]) => name !== '' && !entry.integrity && !entry.link)
      .map(([name]) => name)
    expect(bare).toEqual([])
  })

  it('come from whichever registry the user has', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
    expect(found(lock, /"resolved"|https?:\/\/[^"\s]*registry[^"\s]*/g)).toEqual([])
  })
})

/** Who may give what was recorded as it is, and why: files that resume, restoring, raw and json, one's own on the command line. */
const EXACT: Readonly<Record<string, string>> = {
  'read/export.ts': 'raw and json',
  'commands/care/token.ts': 'the token that was asked for',
  'commands/care/remote-serve.ts': 'what the user’s other machine asks for by ssh',
  'commands/chains/ctx-materialize.ts': 'materialize, in a terminal',
  'commands/find/inject.ts': 'the way back to what was cut, of one’s own, in a terminal; --raw',
  'commands/find/show.ts': 'the same',
  'shells/cli/main.ts': 'what the user’s own command prints',
  'shells/cli/serve-page.ts': 'the address of the page, with its key',
}

/** Who may say that words are Stet's own. */
const OWN_WORDS: readonly string[] = [
  'read/export-documents.ts',
  'read/html-document.ts',
  'redaction/without-secrets.ts',
  'commands/care/completion.ts',
  'commands/cut/compress.ts',
  'commands/cut/rollover.ts',
  'commands/live/handoff.ts',
  'commands/live/hook.ts',
  'commands/live/mcp.ts',
  'commands/record/export.ts',
  'commands/record/inscribe.ts',
  'shells/cli/main.ts',
  'shells/cli/print-answer.ts',
  'shells/cli/serve-page.ts',
  'shells/cli/workspace-for-command.ts',
  'shells/hooks/main.ts',
  'shells/mcp/call-tool.ts',
]

describe('the door', () => {
  const DOOR = /^(?:model\/passed|redaction\/exactly)\.ts$/

  it('gives out as recorded only where that is written down', () => {
    const importers = sources.filter(({ text }) => /redaction\/exactly\.ts'|'\.\/exactly\.ts'/.test(text))
    expect(importers.map(({ name }) => name).sort()).toEqual(Object.keys(EXACT).sort())
  })

  it('takes words for its own only where that is written down', () => {
    const callers = sources.filter(
      ({ name, text }) => !DOOR.test(name) && /\bownWords\b[^;]*?\bfrom\s*'[./]+model\/passed\.ts'/.test(text),
    )
    expect(callers.map(({ name }) => name).sort()).toEqual([...OWN_WORDS].sort())
  })

  it('cannot be bypassed', () => {
    const casts = sources.flatMap(({ name, code }) =>
      DOOR.test(name) || name.startsWith('redaction/')
        ? []
        : found(code, /\bas (?:unknown as )?(?:Masked|Exact|Passed)(?:Value|Bytes)?\b/g).map(
            (cast) => `${name}: ${cast}`,
          ),
    )
    expect(casts).toEqual([])
    const ways = sources.flatMap(({ name, code }) =>
      /^shells\//.test(name) &&
      !/^shells\/(?:process\/output|http\/(?:send|document-answer|answer-in-cbor|assets|events))\.ts$/.test(name)
        ? found(
            code,
            /\b(?:context|c)\s*\.(?:json|text|body|html)\(|\bwriteSync\(|\bprocess\.std(?:out|err)\.write\(|\bconsole\./g,
          ).map((way) => `${name}: ${way}`)
        : [],
    )
    expect(ways).toEqual([])
  })
})

describe('the code', () => {
  it('has no file of more than 400 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length - 1 > LONGEST_FILE)
    expect(long.map(({ name }) => name)).toEqual([])
  })

  it('uses any only where a client’s own shapes are read', () => {
    const loose = sources.filter(({ name }) => !/^clients\/[^/]+\/schema\.ts$/.test(name))
    expect(
      loose.flatMap(({ name, code }) =>
        found(code, /(?:[:<|&,(=]|\bas|\bextends)\s*any\b(?!\s*[:(=])/g).map((use) => `${name}: ${use}`),
      ),
    ).toEqual([])
  })

  it('suppresses no check without saying why', () => {
    const silenced = sources.flatMap(({ name, text }) =>
      found(text, /@ts-(?:ignore|nocheck|expect-error)|biome-ignore[^:]*$/gm).map((use) => `${name}: ${use}`),
    )
    expect(silenced).toEqual([])
  })
})

/** What proves that the product's words are true must not take its word for it. */
it('the oracle of surgery imports nothing of src', () => {
  const reached = filesBelow(join(ROOT, 'tests/clients'), /^(?:oracle\/.*|surgery.*)\.ts$/).flatMap((path) =>
    source(path).imports.map((name) =>
      relative(ROOT, resolve(dirname(path), name))
        .split(sep)
        .join('/'),
    ),
  )
  expect(reached.length).toBeGreaterThan(0)
  expect(reached.filter((name) => name.startsWith('src/'))).toEqual([])
})

/** A test that does not run says why: a call with a reason in words, or a comment on the same line. */
it('every test runs, or says why not', () => {
  const tests = [...filesBelow(SRC, /\.test\.ts$/), ...filesBelow(join(ROOT, 'tests'), /\.ts$/)].filter(
    (path) => path !== import.meta.filename,
  )
  const idle = tests.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines
      .filter((line) => /\b(?:it|test|describe)\.(?:only|todo|skip)\b/.test(withoutText(line)))
      .filter((line) => /\.only\b/.test(line) || !/\/\/ \S+ \S+/.test(line))
      .map((line) => `${relative(ROOT, path)}: ${line.trim()}`)
  })
  expect(idle).toEqual([])
})

/** The package of an import such as `@scope/name/part.js`. */
function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/')
}

interface Source {
  /** Below src, with forward slashes. */
  readonly name: string
  readonly text: string
  /** The text without comments and strings. */
  readonly code: string
  readonly imports: readonly string[]
}

function source(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g)].map(
    (match) => match[2]!,
  )
  return { name: relative(SRC, path).split(sep).join('/'), text, code: withoutText(text), imports }
}

/** Blanks comments, strings and the text of templates; what templates compute stays. */
function withoutText(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (piece) =>
    piece.replace(/[^\n]/g, ' '),
  )
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match.trim())
}

/** The rooms, and what is below them, that a file imports from. */
function reachedBy(name: string, imports: readonly string[]): readonly (readonly string[])[] {
  return imports
    .filter((path) => path.startsWith('.'))
    .map((path) => relative(SRC, resolve(SRC, dirname(name), path)).split(sep))
}

function filesBelow(folder: string, wanted: RegExp, unwanted = /^$/): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name) && !unwanted.test(name))
    .map((name) => join(folder, name))
    .sort()
}
