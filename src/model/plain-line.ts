/** What terminals and readers act on, made visible: control characters and those that turn the direction of text. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** One line of text for a list. */
export function plainLine(text: string): string {
  return plain(text.replace(/\s+/g, ' ').trim())
}
