import Database from 'better-sqlite3'

/** SQLite as the drivers of store and index use it; nothing else imports the package. */
export { Database }

/** What Node makes of a database and its statements; the package keeps them to itself. */
interface NativeDatabase {
  prepare(...args: unknown[]): NativeStatement
}
interface NativeStatement {
  iterate(...args: unknown[]): object
}

/**
 * From 24.19 on, Node aborts the process when an object of the package is collected while no JavaScript runs
 * (`RemoveEnvironmentCleanupHook … Assertion failed: (env) != nullptr`), if version 12 of it was compiled there. So none
 * of them is collected: they are few, because statements are prepared once for each connection.
 */
if (collectingAborts(process.versions.node)) holdEverything()

function collectingAborts(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 19)
}

function holdEverything(): void {
  const held = new Set<object>()
  const probe = new Database(':memory:')
  const native = Object.getOwnPropertySymbols(probe)
    .map((symbol) => Reflect.get(probe, symbol) as NativeDatabase)
    .find((value) => typeof value?.prepare === 'function')
  if (!native) throw new Error('better-sqlite3 is not the version this was written for')
  const statement = native.prepare('SELECT 1', probe, false)
  held.add(probe).add(native).add(statement)
  const databases: NativeDatabase = Object.getPrototypeOf(native)
  const statements: NativeStatement = Object.getPrototypeOf(statement)
  const { prepare } = databases
  const { iterate } = statements
  databases.prepare = function (this: NativeDatabase, ...args) {
    const made = prepare.apply(this, args)
    held.add(this).add(made)
    return made
  }
  statements.iterate = function (this: NativeStatement, ...args) {
    const rows = iterate.apply(this, args)
    held.add(rows)
    return rows
  }
}
