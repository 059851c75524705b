/** A queue of one: each waits for those that came before it, and says when it is done. */
export function oneAtATime(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let done = () => {}
    last = new Promise((release) => {
      done = release
    })
    await before
    return done
  }
}
