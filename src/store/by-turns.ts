/** Runs so many works at once, in the order they came: the next begins before anyone hears that one has ended. */
export function byTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running++
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const begin = waiting.shift()
      if (begin) begin()
      else running--
    }
  }
}
