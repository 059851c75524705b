/** Raised when the rules of `src/redaction` change: a search index that was masked by others is made again. */
export const MASKING_VERSION = 4
