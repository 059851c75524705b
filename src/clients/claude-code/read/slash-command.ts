/** A name, and what was given to it. The oldest clients wrote names without the slash, and then what was given, if nothing. */
const NAME = String.raw`<command-name>(\/[^<]+|[^<]+(?=<\/command-name>\s*<command-args>))<\/command-name>`
const GIVEN = String.raw`(?:\s*<command-args>([\s\S]*?)<\/command-args>(?:\s*$|\s*<command-contents>))?`
const MESSAGE = String.raw`<command-message>[^<]*<\/command-message>`

/** How the client writes a slash command that it puts into words for the agent: what it shows first, then the name. */
const REQUEST = new RegExp(String.raw`^\s*${MESSAGE}\s*${NAME}${GIVEN}`)
/** And one that it runs itself, after which it may still ask the agent: the name first. */
const TYPED = new RegExp(String.raw`^\s*${NAME}\s*${MESSAGE}${GIVEN}`)

export function isRequest(text: string): boolean {
  return REQUEST.test(text)
}

export function isTyped(text: string): boolean {
  return TYPED.test(text)
}

/** What the oldest clients put into words for the agent in the same text. */
export function contentsIn(text: string): string | undefined {
  return /<command-contents>([\s\S]*)<\/command-contents>\s*$/.exec(text)?.[1]
}

/** A slash command as the person typed it; undefined for any other text. */
export function commandIn(text: string): string | undefined {
  const [, name, given = ''] = REQUEST.exec(text) ?? TYPED.exec(text) ?? []
  return name === undefined ? undefined : `/${name.trim().replace(/^\//, '')} ${given}`.trim()
}
