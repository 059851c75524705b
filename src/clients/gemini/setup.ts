import { join } from 'node:path'
import type { ClientSetup } from '../client-setup.ts'
import { CONFIG_DIR } from './paths.ts'

/** Where the build puts the extension together, below Stet's package; so ends the place of any Stet's. */
const EXTENSION = join('dist', 'gemini')

/**
 * Gemini CLI takes hooks, skills and the MCP server from an extension in Stet's package, to which a file leads that
 * `gemini extensions link` would write. The user's own settings stay as they are.
 */
export const geminiSetup: ClientSetup = {
  client: 'gemini-cli',
  configDir: CONFIG_DIR,
  file: 'extensions/stet/.gemini-extension-install.json',
  install(text, { root }) {
    const source = join(root, EXTENSION)
    if (text.trim() !== '' && !isOurs(text)) throw new SyntaxError('another extension is called stet')
    return sourceIn(text) === source ? text : JSON.stringify({ source, type: 'link' }, null, 2)
  },
  remove: (text) => (isOurs(text) ? null : text),
  notes: ['Sessions that run now do not see it: restart the client.'],
}

function isOurs(text: string): boolean {
  return sourceIn(text)?.endsWith(`/${EXTENSION}`) === true
}

/** The folder that the file leads to. */
function sourceIn(text: string): string | undefined {
  try {
    const { source, type } = JSON.parse(text) as { readonly source?: unknown; readonly type?: unknown }
    return type === 'link' && typeof source === 'string' ? source : undefined
  } catch {
    return undefined
  }
}
