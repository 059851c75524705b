import { factsOf } from '../phrase.ts'
import { TRADES_CORRECTIONS } from './corrections.ts'
import { TRADES_DECISIONS } from './decisions.ts'
import { TRADES_FACTS } from './facts.ts'
import { TRADES_RULES } from './rules.ts'
import { TRADES_TALK } from './talk.ts'
import { TRADES_THREADS } from './threads.ts'
import { TRADES_TONGUES } from './tongues.ts'

/** Phrases of many trades: hospitals, plants, schools, museums, small shops. */
export const TRADES = [
  TRADES_DECISIONS,
  TRADES_FACTS,
  TRADES_RULES,
  TRADES_TALK,
  TRADES_THREADS,
  TRADES_TONGUES,
  factsOf(TRADES_CORRECTIONS),
]
