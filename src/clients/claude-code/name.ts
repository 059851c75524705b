/** As commands and the record call the client. */
export const CLAUDE_CODE = 'claude-code'
