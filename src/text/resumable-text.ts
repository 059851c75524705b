/** A session that was written, and how work goes on in it. */
export interface Resumable {
  readonly client: string
  readonly session: string | null
  readonly resume: string
  readonly resume_inside: string | null
}

/** What is typed to go on in a session, where its own client runs this; undefined elsewhere. */
export function typedIn({ client, resume_inside }: Resumable, inside: string | undefined): string | undefined {
  return inside === client ? (resume_inside ?? undefined) : undefined
}

/** Where the line is typed; and what to choose in the list that it opens, if it does not name the session. */
export function typedWhere({ session, resume_inside }: Resumable, title?: string): string {
  if (session !== null && resume_inside?.includes(session)) return 'typed here'
  return `typed here; choose ${title ?? 'the first'} in its list`
}

/** What was written, after the line that goes on with it inside its client, or before the command that does elsewhere. */
export function resumableText(
  lines: readonly string[],
  value: Resumable,
  { inside, dryRun }: { readonly inside: string | undefined; readonly dryRun: boolean },
): string {
  const typed = dryRun ? undefined : typedIn(value, inside)
  return (typed === undefined ? [...lines, value.resume] : [typed, ...lines]).join('\n')
}
