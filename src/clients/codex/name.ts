/** As commands and the record call the client. */
export const CODEX = 'codex'
