import { execFileSync } from 'node:child_process'

/** Installs packages of Debian where that can be done; whether they are there then, the caller looks. */
export function installPackage(...names: readonly string[]): void {
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...words: string[]) => {
    const [command, ...args] = [...root, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '-q', ...words]
    execFileSync(command!, args, { stdio: 'ignore', timeout: 600_000 })
  }
  try {
    run('update')
    run('install', '-y', '--no-install-recommends', ...names)
  } catch {
    // told by the caller
  }
}
