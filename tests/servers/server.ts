import { createServer } from 'node:net'
import { afterAll } from 'vitest'

/** A server of its own for a file of tests, in a temporary folder and on loopback. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a server and stops it after the tests; undefined where it cannot be had, which in CI is an error. */
export async function forTests(name: string, start: () => Promise<TestServer>): Promise<TestServer | undefined> {
  try {
    const server = await start()
    afterAll(() => server.stop())
    return server
  } catch (error) {
    if (process.env.CI) throw error
    console.warn(`tests with ${name} do not run: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
