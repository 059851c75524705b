import { readFile } from 'node:fs/promises'
import { reading } from '../../capture/source-file.ts'
import { isFailure } from '../../model/errors.ts'
import type { Settings } from '../../model/settings.ts'
import { invalid, parseSettings } from './parse-settings.ts'

/** What the user set; nothing where there is no such file. */
export async function readSettings(file: string): Promise<Settings> {
  return parseSettings((await readText(file)) ?? '', file)
}

/** The text of a configuration file; undefined where there is none. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await reading(file, () => readFile(file)))
  } catch (error) {
    if (isFailure(error, 'file-not-found')) return undefined
    if (error instanceof TypeError) throw invalid(file, undefined, 'this is no text in UTF-8', { cause: error })
    throw error
  }
}
