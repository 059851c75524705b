/** A session that was written, and how work goes on in it. */
export interface Resumable {
  readonly client: string
  readonly session: string | null
  readonly path: string | null
  readonly resume: string
  readonly resume_inside: string | null
}

/** The client whose agent runs this. */
export interface Around {
  readonly client: string
  /** Whether it finds a session in this file when it is asked to go on with it. */
  readonly finds: (path: string) => boolean
}

/** What is typed to go on in a session, where its own client runs this and finds it; undefined elsewhere. */
export function typedIn({ client, path, resume_inside }: Resumable, inside: Around | undefined): string | undefined {
  if (inside?.client !== client || path === null || !inside.finds(path)) return undefined
  return resume_inside ?? undefined
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
  { inside, dryRun }: { readonly inside: Around | undefined; readonly dryRun: boolean },
): string {
  const typed = dryRun ? undefined : typedIn(value, inside)
  return (typed === undefined ? [...lines, value.resume] : [typed, ...lines]).join('\n')
}
