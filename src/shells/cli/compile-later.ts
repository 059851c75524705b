import { setFlagsFromString } from 'node:v8'

/** Three times what each version of V8 waits for by itself. */
const FLAGS: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=200000',
  22: '--invocation-count-for-turbofan=9000',
}

/**
 * The flag that has V8 wait longer before it optimizes a function; none for a version it was not measured with, because V8
 * complains on stderr of a flag that it does not have.
 */
export function laterFlag(node: string): string | undefined {
  return FLAGS[node.split('.')[0]!]
}

/**
 * Has V8 optimize only what runs for long. A command is over before most of it pays: it takes a quarter of the
 * processor time of capturing or cutting a session, on threads next to the one that works. From Node 24 on V8 has a
 * cheaper step in between.
 */
export function compileLater(node = process.versions.node): void {
  const flag = laterFlag(node)
  if (flag !== undefined) setFlagsFromString(flag)
}
