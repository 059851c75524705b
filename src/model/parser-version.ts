/**
 * Of what parsers make of bytes. Raised when they find other rounds or other words in the same bytes: what an older one
 * made is made again (docs/decisions/0087).
 */
export const PARSER_VERSION = 3

/** With this version rounds began where they did not before: the numbers that were given then stay as they were. */
export const NUMBERED_SINCE = 2
