/**
 * Where a file is: a path of this machine, or `<machine>:<path>` for one of another. A machine's id has no slash, and a path
 * of this machine begins with one, so that neither is taken for the other, and no file of this machine is ever looked for under
 * another's name.
 */
const ELSEWHERE = /^([0-9a-f]{32}):(.*)$/s

/** A path of a machine as it is kept `here`. */
export function pathOn(machine: string, source: string, here: string): string {
  const { path, machine: other = machine } = splitMachinePath(source)
  return other === here ? path : `${other}:${path}`
}

/** The path, and the machine that has it where that is another. */
export function splitMachinePath(source: string): { readonly path: string; readonly machine?: string } {
  const [, machine, path] = ELSEWHERE.exec(source) ?? []
  return machine === undefined || path === undefined ? { path: source } : { path, machine }
}

/** Whether a file is one of this machine, there or not. */
export function isHere(source: string): boolean {
  return !ELSEWHERE.test(source)
}
