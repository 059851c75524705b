/** A session, and those that Stet wrote from it, in their order. */
export interface Family<S> {
  readonly session: S
  readonly copies: readonly S[]
}

/** Folds sessions that Stet wrote under what they were cut from, where that is among them; each family is where its first is. */
export function familiesOf<S extends { readonly session: string; readonly origin: string | null }>(
  sessions: readonly S[],
): readonly Family<S>[] {
  const byId = new Map(sessions.map((session) => [session.session, session]))
  const families = new Map<string, S[]>()
  for (const session of sessions) {
    const origin = (session.origin === null ? undefined : byId.get(session.origin)) ?? session
    const copies = families.get(origin.session) ?? []
    families.set(origin.session, copies)
    if (origin !== session) copies.push(session)
  }
  return [...families].map(([id, copies]) => ({ session: byId.get(id)!, copies }))
}
