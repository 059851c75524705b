/** Words that questions have more often than what answers them: how many, what kind, which year, what somebody did. */
const FAINT_WORDS = new Set(
  `currently day days first get go going got kind kinds last like long made make many month months much name new often
  recently said say someone something take thing things time times took type types use used want way week weeks year
  years`
    .trim()
    .split(/\s+/),
)

export function isFaintWord(word: string): boolean {
  return FAINT_WORDS.has(word)
}
