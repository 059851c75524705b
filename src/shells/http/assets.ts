import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Context } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export interface Asset {
  readonly bytes: Buffer
  readonly type: string
  /** Its name changes with its content. */
  readonly isHashed: boolean
}

export type Assets = ReadonlyMap<string, Asset>

/** The built page, read whole: afterwards no request can lead to a file. */
export function readAssets(folder: string): Assets {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isFile())
      .map((name) => {
        const path = name.split(sep).join('/')
        const type = TYPES[extname(name)] ?? 'application/octet-stream'
        return [`/${path}`, { bytes: readFileSync(join(folder, name)), type, isHashed: path.startsWith('assets/') }]
      }),
  )
}

/** A file of the page, or the page itself for every address in it. */
export function assetAnswer(context: Context, assets: Assets): Response {
  const asset = assets.get(context.req.path) ?? assets.get('/index.html')
  if (!asset) return context.text('The page is not built: npm run build.\n', 404)
  context.header('content-type', asset.type)
  context.header('cache-control', asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  return context.body(new Uint8Array(asset.bytes))
}
