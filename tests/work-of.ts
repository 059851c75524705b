import { Session } from 'node:inspector/promises'
import { sep } from 'node:path'

/** What a piece of work takes, by counting and by no clock: the same on any machine, however busy it is. */
export interface Work {
  /** Steps of the code of src: how often each part of it ran. */
  readonly steps: number
  /** Bytes that were allocated: copying a list takes one step and as many bytes as it is long. */
  readonly bytes: number
}

const SOURCE = `${sep}src${sep}`

/** Counts from here on. Code that was loaded before is not counted: import what is looked at afterwards. */
export async function startCounting() {
  const inspector = new Session()
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

  async function steps(): Promise<number> {
    const { result } = await inspector.post('Profiler.takePreciseCoverage') // and counts from 0 again
    let sum = 0
    for (const { url, functions } of result)
      if (url.includes(SOURCE)) for (const { ranges } of functions) for (const { count } of ranges) sum += count
    return sum
  }

  return {
    async workOf(work: () => Promise<unknown>): Promise<Work> {
      await steps()
      await inspector.post('HeapProfiler.startSampling', {
        samplingInterval: 4096,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      } as object)
      await work()
      const { profile } = await inspector.post('HeapProfiler.stopSampling')
      return { steps: await steps(), bytes: sizeOf(profile.head) }
    },
    stop: () => inspector.disconnect(),
  }
}

interface Allocated {
  readonly selfSize: number
  readonly children: readonly Allocated[]
}

function sizeOf({ selfSize, children }: Allocated): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}
