/**
 * Begins what Stet gives to a summarizer's command. Where that command is a client, its session begins with this text, and
 * is known by it wherever sessions are looked for: the mark in the environment is seen by hooks alone.
 */
export const SUMMARIZER_MARK = '[stet-summarizer]'
