declare module 'virtual:commands' {
  import type { PageCommand } from '../../src/commands/kit/on-page.ts'
  export const COMMANDS: readonly PageCommand[]
}
