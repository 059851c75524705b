import { plainLine } from './plain-text.ts'

/** Whose a session is, for people: `ada@desk`, and the machine where the name does not say it. */
export function ownerOf({
  principal,
  machine,
}: {
  readonly principal: string | null
  readonly machine: string | null
}): string {
  const [user = ''] = principal?.split('/') ?? []
  return plainLine(user === '' ? "another machine's" : user.includes('@') ? user : `${user}@${machine}`)
}
