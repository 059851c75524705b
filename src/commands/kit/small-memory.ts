import { setFlagsFromString } from 'node:v8'

/** Keeps V8's young generation small: almost everything a capture makes is garbage a line later. */
export function keepMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Has V8 look for garbage when the heap is half as large again as what was left of it the last time, instead of up to four
 * times as large: for a command that holds something and makes much garbage next to it.
 */
export function keepGarbageSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
}
