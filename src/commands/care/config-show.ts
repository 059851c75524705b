import type { Command } from '../kit/command.ts'
import { config } from './config.ts'

export const configShow: Command = {
  ...config,
  name: 'config show',
  summary: 'List every setting, as `stet config` does',
  examples: [{ command: 'stet config show', does: 'lists every setting' }],
}
