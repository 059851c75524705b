/** Somebody closed the other end, as `head` does. Not a failure: there is nobody left to tell. */
export class Closed extends Error {}

/** Writes all of it, or throws `Closed` when nobody reads any more. */
export function write(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  return new Promise((done, refuse) => {
    stream.write(data, (error) => {
      if (!error) done()
      else refuse('code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') ? new Closed() : error)
    })
  })
}
