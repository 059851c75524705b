/** What holds where nothing is given: actions use it, and help says it. */

/** Characters of a result that a trim keeps. */
export const TRIM_THRESHOLD = 500

/** Rounds at the end that a revived session keeps whole. */
export const REVIVED_ROUNDS = 10

export const TICKET_PRIORITY = 2
