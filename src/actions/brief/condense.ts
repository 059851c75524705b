import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { condenseText } from '../../brief/condense/condense-text.ts'
import { Failure } from '../../model/errors.ts'
import { placeFile } from '../files/place-file.ts'

export interface CondenseOptions {
  readonly cwd: string
  readonly marker?: string | undefined
  readonly filters?: boolean
  /** Bytes from which it is worth it; 25000 unless given. */
  readonly threshold?: number | undefined
  readonly dryRun?: boolean
}

export interface CondensedFile {
  readonly file: string
  readonly before_bytes: number
  readonly after_bytes: number
  readonly findings: number
  readonly suppressed: number
  readonly skipped: number
  readonly copied: boolean
}

export interface Condensed {
  /** The folder of the condensed files; null where there was too little. */
  readonly condensed: string | null
  readonly threshold: number
  readonly before_bytes: number
  readonly after_bytes: number
  readonly files: readonly CondensedFile[]
  readonly skipped: number
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
  const before = texts.reduce((sum, bytes) => sum + bytes.length, 0)
  const nothing: Condensed = {
    condensed: null,
    threshold,
    before_bytes: before,
    after_bytes: before,
    files: [],
    skipped: 0,
    warnings: [],
  }
  if (names.length === 0 || before < threshold) return nothing
  const target = join(root, 'condensed')
  const files: CondensedFile[] = []
  const warnings: string[] = []
  for (const [at, name] of names.entries()) {
    const isText = isUtf8(texts[at]!)
    const made = condenseText(texts[at]!.toString('utf8'), { marker, filters })
    const isWhole = made.isCopy || made.findings === 0 || !isText
    if (!isText) warnings.push(`${name}: not all of it is text; it is copied as it is`)
    const bytes = isWhole ? texts[at]! : Buffer.from(made.text)
    if (!dryRun) await placeFile(join(target, name), [bytes], { replaces: true })
    files.push({
      file: name,
      before_bytes: texts[at]!.length,
      after_bytes: bytes.length,
      findings: made.findings,
      suppressed: made.suppressed,
      skipped: made.skipped.length,
      copied: isWhole,
    })
    const all = made.findings + made.skipped.length
    if (made.skipped.length > all * TOO_MANY)
      warnings.push(
        `${name}: ${made.skipped.length} of ${all} markers could not be used: ${made.skipped
          .slice(0, 3)
          .map((one) => one.why)
          .join('; ')}`,
      )
  }
  const after = files.reduce((sum, file) => sum + file.after_bytes, 0)
  const skipped = files.reduce((sum, file) => sum + file.skipped, 0)
  const result: Condensed = {
    condensed: target,
    threshold,
    before_bytes: before,
    after_bytes: after,
    files,
    skipped,
    warnings,
  }
  if (!dryRun)
    await placeFile(join(target, '_compression-report.md'), [Buffer.from(reportOf(result))], { replaces: true })
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
