import { type Command, defineCommand } from '../../command.ts'
import { listConfig } from './list.ts'

export const showConfig: Command = defineCommand({
  ...listConfig,
  name: 'config show',
  about: 'The same as stet config.',
  examples: [{ command: 'stet config show', does: 'every setting with its value, and where that is from' }],
})
