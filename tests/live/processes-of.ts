import type { Box } from '../cli/box.ts'

/** What runs with the home of the box, the shell that looks apart; a hook's arguments do not name it. */
export function processesOf(box: Box): readonly string[] {
  const { stdout } = box.shell('ps axeww')
  return stdout.split('\n').filter((line) => / HOME=<box>.home( |$)/.test(line) && !line.includes('STET_HOME='))
}
