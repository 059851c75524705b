import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh home, config and project folder for the client, so that no run sees the user's own. */
export interface Box {
  readonly root: string
  readonly home: string
  readonly project: string
  /** Where the client keeps the sessions of `project`. */
  readonly store: string
  remove(): Promise<void>
}

export async function openBox(): Promise<Box> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-box-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  const store = join(home, '.claude', 'projects', slugOf(project))
  for (const dir of [project, store, join(root, 'tmp')]) await mkdir(dir, { recursive: true })
  return {
    root,
    home,
    project,
    store,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

/** Names the client's folder for a working directory: a dash for each UTF-16 unit that is no ASCII letter or digit. */
export function slugOf(dir: string): string {
  const slug = dir.replace(/[^A-Za-z0-9]/g, '-')
  if (slug.length <= 200) return slug
  let hash = 0
  for (let i = 0; i < dir.length; i++) hash = (hash * 31 + dir.charCodeAt(i)) | 0
  return `${slug.slice(0, 200)}-${Math.abs(hash).toString(36)}`
}

/**
 * The client's whole environment: of ours it inherits PATH alone, so no key, proxy or setting of the user reaches it.
 * Everything that would leave the machine is off; IS_SANDBOX lets it skip permissions when the tests run as root.
 */
export function clientEnv(box: Box, apiUrl: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: box.home,
    TMPDIR: join(box.root, 'tmp'),
    CLAUDE_CODE_TMPDIR: join(box.root, 'tmp'),
    CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    IS_SANDBOX: '1',
    ANTHROPIC_API_KEY: 'sk-ant-test-000',
    ANTHROPIC_BASE_URL: apiUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }
}
