import { setFlagsFromString } from 'node:v8'

/**
 * Keeps a long capture in little memory; to be called before anything runs on another thread.
 *
 * Almost everything a capture makes is garbage a line later, so V8's young generation need not grow to its 32 MB. And
 * one thread keeps up with compressing, while each further one would keep some 10 MB of its own.
 */
export function keepMemorySmall(env: NodeJS.ProcessEnv = process.env): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  env.UV_THREADPOOL_SIZE ??= '1'
}

/**
 * Has V8 look for garbage when the heap is half as large again as what was left of it the last time, instead of up to four
 * times as large: for a command that holds something and makes much garbage next to it.
 */
export function keepGarbageSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
