import { fitted } from '../budget.ts'
import type { View } from '../settle.ts'
import type { About } from './about.ts'
import { continuationPrompt } from './continuation-prompt.ts'
import { lossyState } from './lossy-state.ts'

/** What state and prompt together may take of what they represent; a little is left for what is counted otherwise. */
const SHARE = 0.105
const LEAST = 6000

/**
 * State and prompt of a view with as much in them as their share of so many characters allows, the prompt with no more
 * than it may have. What is taken over from elsewhere is not of these characters, and leaves their share as it is.
 */
export function withinShare(view: View, about: About, chars: number, mostOfPrompt = Number.POSITIVE_INFINITY) {
  const written = (room: number, of = about) => {
    const shown = fitted(view, room)
    return { shown, state: lossyState(shown, of, 'prompt.md', view), prompt: continuationPrompt(shown, of) }
  }
  const { inherited, ...own } = about
  const taken = inherited ? lengthOf(written(0)) - lengthOf(written(0, own)) : 0
  const most = Math.max(LEAST, chars * SHARE) + taken
  let room = most
  let made = written(room)
  for (; lengthOf(made) > most && room >= 500; made = written(room)) room *= lessFor(most, lengthOf(made))
  let { prompt } = made
  for (; prompt.length > mostOfPrompt && room >= 500; prompt = written(room).prompt)
    room *= lessFor(mostOfPrompt, prompt.length)
  return { ...made, prompt }
}

/** How much less room is tried next: what is over, and a little, since not everything grows with the room. */
function lessFor(most: number, length: number): number {
  return Math.min(0.97, most / length)
}

function lengthOf({ state, prompt }: { readonly state: string; readonly prompt: string }): number {
  return state.length + prompt.length
}
