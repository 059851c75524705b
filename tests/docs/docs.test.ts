import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/commands/all.ts'
import { FAILURES } from '../../src/model/errors.ts'
import { SCHEMA } from '../../src/record/sqlite/schema.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE: {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
} = JSON.parse(read('package.json'))

const documents = ['.', 'docs', 'sample'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

describe('the documents name', () => {
  it('every command', () => {
    const text = read('docs/cli.md')
    const absent = COMMANDS.filter(({ offer }) => offer.cli === true).filter(
      ({ name }) => !text.includes(`### ${`stet ${name}`.trim()}\n`),
    )
    expect(absent.map(({ name }) => name)).toEqual([])
  })

  it('every failure', () => {
    const text = read('docs/errors.md')
    expect(Object.keys(FAILURES).filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([])
  })

  it('every table of the store', () => {
    const words = read('docs/format.md')
    const tables = [...SCHEMA.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name!)
    expect(tables.length).toBeGreaterThan(10)
    expect(tables.filter((name) => !words.includes(`\`${name}\``))).toEqual([])
  })

  it('every dependency, and none that is not there', () => {
    const named = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name!)
    const { dependencies, optionalDependencies, devDependencies } = PACKAGE
    const listed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    expect(named.toSorted()).toEqual(listed.toSorted())
  })

  it('every decision in the four parts', () => {
    for (const name of readdirSync(join(ROOT, 'docs/decisions'))) {
      const headings = [...read(join('docs/decisions', name)).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
      expect(headings, name).toEqual(['Situation', 'Decision', 'Alternatives', 'Consequences'])
    }
  })
})

it('what is generated is current', () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/docs.mjs'), '--check'], { stdio: 'pipe' })
})

it('every relative link leads somewhere', () => {
  const broken = documents.flatMap((path) =>
    linksIn(read(path))
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

it('every script a document tells to run is there', () => {
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name]) => name!),
  )
  expect(named).toEqual(expect.arrayContaining(['start', 'test']))
  expect([...new Set(named)].filter((name) => !(name in PACKAGE.scripts))).toEqual([])
  const files = documents.flatMap((path) => [...read(path).matchAll(/\bnode ((?:scripts|tests)\/[\w./-]+)/g)])
  expect(files.map(([, file]) => file!).filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

it('the README begins with the picture and the two commands', () => {
  const opening =
    /^# Stet\n\n!\[[^\]]+\]\(docs\/images\/overview\.svg\)\n\n[^\n]+\n\n```sh\nnpm start [^\n]+\nnpm test [^\n]+\n```\n/
  expect(read('README.md')).toMatch(opening)
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(111)
})

it('no document knows the machine it was written on', () => {
  const tellTale = /\/(?:work|root|tmp|private|Users)\/|\.\.\/shared|registry\.npm|localhost:\d/g
  const found = [...documents, 'docs/images/overview.svg'].flatMap((path) =>
    [...read(path).matchAll(tellTale)].map(([match]) => `${path}: ${match}`),
  )
  expect(found).toEqual([])
})

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function linksIn(text: string): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path, anchor] = link.split('#')
  const target = path ? join(dirname(from), path) : from
  if (relative('.', target).startsWith('..') || !existsSync(join(ROOT, target))) return false
  return anchor === undefined || anchorsIn(read(target)).includes(anchor)
}

function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
