import { fitted } from '../budget.ts'
import type { View } from '../settle.ts'
import type { About } from './about.ts'
import { continuationPrompt } from './continuation-prompt.ts'
import { lossyState } from './lossy-state.ts'

/** What state and prompt together may take of what they represent; a little is left for what is counted otherwise. */
const SHARE = 0.072
const LEAST = 6000

/** State and prompt of a view with as much in them as their share of so many characters allows. */
export function withinShare(view: View, about: About, chars: number) {
  const most = Math.max(LEAST, chars * SHARE)
  for (let room = most; ; room *= 0.85) {
    const shown = fitted(view, room)
    const state = lossyState(shown, about, 'prompt.md', view)
    const prompt = continuationPrompt(shown, about)
    if (state.length + prompt.length <= most || room < 500) return { state, prompt, shown }
  }
}
