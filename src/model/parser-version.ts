/**
 * Of what parsers make of bytes. Raised when they find other rounds or other words in the same bytes: what an older one
 * made is made again (docs/decisions/0087).
 */
export const PARSER_VERSION = 5

/** With this version rounds began where they did not before: the numbers that were given then stay as they were. */
export const NUMBERED_SINCE = 2

/** With this version a line in which only an editor tells of itself begins no round; the numbers that were given then stay. */
export const EDITORS_APART_SINCE = 4

/** With this version a slash command that the client says a turn begins with is a round, also where the client ran it itself. */
export const TURNS_READ_SINCE = 4

/** With this version a line of the shell after which the client asks the agent is a round. */
export const SHELL_READ_SINCE = 5
