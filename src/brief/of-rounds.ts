import type { Brief } from './brief.ts'

/** The brief with the entries that cite one of these rounds; facts and words are of them already. */
export function ofRounds<T extends Pick<Brief, 'entries'>>(brief: T, isMeant: (round: number) => boolean): T {
  const { current, over, refused } = brief.entries
  const isOf = ({ rounds }: { readonly rounds: readonly number[] }) => rounds.some(isMeant)
  return { ...brief, entries: { current: current.filter(isOf), over: over.filter(isOf), refused } }
}
