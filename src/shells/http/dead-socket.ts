import { lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'

/** Takes away a socket that a server left; one that answers stays, and so does everything that is no socket. */
export async function forgetDeadSocket(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const isAlive = await new Promise<boolean>((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
  if (!isAlive) rmSync(path)
}
