import { spokenTitle } from './spoken-title.ts'

/** The name of a document that people get of a session: its title in words, or its id where it has none. */
export function documentName(title: string | null, id: string, ending: string): string {
  const words = spokenTitle(title ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${words || id}${ending}`
}
