import type { Deed } from './deeds.ts'
import type { CommitFact } from './facts.ts'

const MADE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\] (.+)$/gm

/** The commits that calls made. */
export function commitsOf(deeds: readonly Deed[]): readonly CommitFact[] {
  return deeds.flatMap(({ did: { outcome }, commands, round }) =>
    commands.some(({ words }) => words[0] === 'git')
      ? [...(outcome?.output ?? '').matchAll(MADE)].map(([, hash, subject]) => ({
          hash: hash!,
          subject: subject!,
          round,
        }))
      : [],
  )
}
