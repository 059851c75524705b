/** As commands and the record call the client. */
export const OPENCODE = 'opencode'
