export type { BriefRound as DigestRound, Did, RoundEvent, Said, Speaker } from '../brief/round.ts'
