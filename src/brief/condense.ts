import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Failure } from '../model/errors.ts'
import { placeFile } from '../system/place-file.ts'
import { condenseText } from './condense/condense-text.ts'

interface CondenseOptions {
  readonly cwd: string
  readonly marker?: string | undefined
  readonly filters?: boolean
  /** Bytes from which it is worth it; 25000 unless given. */
  readonly threshold?: number | undefined
  readonly dryRun?: boolean
}

interface CondensedFile {
  readonly file: string
  readonly before_bytes: number
  readonly after_bytes: number
  readonly findings: number
  readonly suppressed: number
  readonly skipped: number
  readonly copied: boolean
}

/** What became of a folder; `condensed` is the one of the condensed files, null where there was too little. */
interface Condensed extends Pick<CondensedFile, 'before_bytes' | 'after_bytes' | 'skipped'> {
  readonly condensed: string | null
  readonly threshold: number
  readonly files: readonly CondensedFile[]
  readonly warnings: readonly string[]
}

const THRESHOLD = 25_000
const TOO_MANY = 0.1

/** Condenses the output files of agents in a folder, into a folder next to them. The originals stay as they are. */
export async function condense(folder: string, options: CondenseOptions): Promise<Condensed> {
  const { threshold = THRESHOLD, marker, filters = true, dryRun = false } = options
  const root = resolve(options.cwd, folder)
  const names = (await list(root)).filter((name) => name.endsWith('.md') && !/^(?:TOME|_)/.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(root, name))))
  const before_bytes = texts.reduce((sum, bytes) => sum + bytes.length, 0)
  if (names.length === 0 || before_bytes < threshold)
    return { condensed: null, threshold, before_bytes, after_bytes: before_bytes, files: [], skipped: 0, warnings: [] }
  const condensed = join(root, 'condensed')
  const place = (name: string, bytes: Buffer) =>
    dryRun ? undefined : placeFile(join(condensed, name), [bytes], { replaces: true })
  const files: CondensedFile[] = []
  const warnings: string[] = []
  for (const [at, file] of names.entries()) {
    const whole = texts[at]!
    const { text, findings, suppressed, skipped, isCopy } = condenseText(whole.toString('utf8'), { marker, filters })
    const isText = isUtf8(whole)
    const copied = isCopy || findings === 0 || !isText
    const bytes = copied ? whole : Buffer.from(text)
    const all = findings + skipped.length
    const whys = skipped.slice(0, 3).map(({ why }) => why)
    await place(file, bytes)
    const sizes = { before_bytes: whole.length, after_bytes: bytes.length }
    files.push({ file, ...sizes, findings, suppressed, skipped: skipped.length, copied })
    if (!isText) warnings.push(`${file}: not all of it is text; it is copied as it is`)
    if (skipped.length > all * TOO_MANY)
      warnings.push(`${file}: ${skipped.length} of ${all} markers could not be used: ${whys.join('; ')}`)
  }
  const after_bytes = files.reduce((sum, file) => sum + file.after_bytes, 0)
  const skipped = files.reduce((sum, file) => sum + file.skipped, 0)
  const result = { condensed, threshold, before_bytes, after_bytes, files, skipped, warnings }
  await place('_compression-report.md', Buffer.from(reportOf(result)))
  return result
}

async function list(root: string): Promise<readonly string[]> {
  try {
    return (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)
  } catch (error) {
    throw new Failure('file-not-found', `There is no folder ${root}.`, {
      facts: { path: root },
      hint: 'Name the folder that the agents wrote their files into: `stet condense DIR`.',
      cause: error,
    })
  }
}

function reportOf({ threshold, before_bytes, after_bytes, files, skipped, warnings }: Condensed): string {
  return [
    '# Compression report',
    '',
    `- Threshold: ${threshold} bytes`,
    `- Before: ${before_bytes} bytes, after: ${after_bytes} bytes (${Math.round((100 * after_bytes) / before_bytes)} %)`,
    `- Markers skipped: ${skipped}`,
    '',
    '| file | before | after | findings | suppressed | skipped | copied |',
    '|---|---|---|---|---|---|---|',
    ...files.map(
      (one) =>
        `| ${one.file} | ${one.before_bytes} | ${one.after_bytes} | ${one.findings} | ${one.suppressed} | ${one.skipped} | ${one.copied ? 'yes' : ''} |`,
    ),
    ...(warnings.length === 0 ? [] : ['', ...warnings.map((one) => `- Warning: ${one}`)]),
    '',
  ].join('\n')
}
