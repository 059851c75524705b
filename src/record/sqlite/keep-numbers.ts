/** Sessions of an older Stet: the numbers that it gave to rounds stay (docs/decisions/0087). */
export const KEEP_NUMBERS = `UPDATE sessions SET earlier_bytes = bytes, earlier_highest = highest_round
  WHERE parser_version IS NULL AND earlier_bytes IS NULL AND bytes > 0`
