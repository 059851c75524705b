/** As commands and the record call the client. */
export const GEMINI_CLI = 'gemini-cli'
