import { LONGEST, shortened } from '../../brief/shortened.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import { wordsIn } from '../classify/words.ts'
import type { EntryDraft } from '../entry.ts'
import { namesIn } from './names.ts'
import { reasonIn } from './reasons.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** What clients write before a plan that the user approved, where the work on it begins in a new context. */
const HANDED_OVER =
  /^\s*(?:(?:please )?implement (?:the following|this) plan:|a previous agent produced the plan below[^\n]*)\s*\n+(?=\S)/i
/** What clients write after it. */
const ADDED = /\n+If you need specific details from before exiting plan mode[\s\S]*$/
const TITLE = /^\s*#{1,2} +(?:(?:\p{L}+ )?plan *[:—–-] *)?(.+?) *#*$/imu
/** A heading that is a step: `### 2. Read the rows`, `## Step 2: Read the rows`. */
const STEP =
  /^#{2,5} +(?:\*\*)?(?:(?:step|phase|part|schritt|étape|paso) +)?\d{1,2}(?:[.):]|\s+[—–-])\s*(.+?)(?:\*\*)? *#*$/gim
/** `What this does not change`: the items below it are what the plan leaves out. */
const LEFT_OUT =
  /\b(?:not (?:change|touch|include|cover|do)\w*|(?:not|out) (?:in|of) scope|non-goals?|won['’]t \w+|nicht ändern)\b/i
/** Where a plan says how to see that it works. */
const CHECKING = /\b(?:verif|test|check)\w*/i
/** `(not the whole page)` */
const INSTEAD_OF = /\((?:not?|instead of|rather than) [^)]+\)/i
/** So many choices of a plan are told at most. */
const MOST = 3
/** How a plan stands in what an agent says, where it has no tool for it. */
const PROPOSED = /<proposed_plan>\s*([\s\S]+?)\s*<\/proposed_plan>/

/** The plan in a message that a client wrote for a user who approved it. */
export function planHandedOver(message: string): string | undefined {
  const found = HANDED_OVER.exec(message)
  return found ? message.slice(found[0].length).replace(ADDED, '') : undefined
}

/** The plan that an agent put before the user in its own words. */
export function planProposed(said: string): string | undefined {
  return PROPOSED.exec(said)?.[1]
}

/** What a user decided by approving a plan: its title with its steps, and what it takes instead of something else. */
export function decidedBy(plan: string): readonly EntryDraft[] {
  const title = TITLE.exec(plan)?.[1]
  const sentences = sentencesOf(plan)
  const steps = [...plan.matchAll(STEP)].map(([, step]) => step!)
  const [opening, next] = sentences
    .filter(({ isListed, text }) => !isListed && !/[:：]$/.test(text))
    .map(({ text }) => text)
  const about = steps.length > 1 ? steps.join('; ') : opening
  const parts = [title, about].filter((part) => part !== undefined)
  if (parts.length === 0) return []
  return [
    decided(`Plan approved: ${parts.join(': ')}`, steps.length > 1 ? opening : next),
    ...sentences
      .filter(isChoice)
      .slice(0, MOST)
      .map(({ text }) => text.replace(/[:：]$/, ''))
      .map((text) => decided(text, reasonIn(text))),
  ]
}

/** What is to be, with what is not to be: `only the table is wrapped (not the whole page)`. */
function isChoice({ text, below, isListed }: Sentence): boolean {
  if (text.length > LONGEST || /[?？]$/.test(text) || CHECKING.test(below) || /^verify\b/i.test(text)) return false
  if (isListed && below.length < 40 && LEFT_OUT.test(below)) return true
  if (namesIn(text).length === 0) return false
  if (INSTEAD_OF.test(text)) return true
  const categories = categoriesOf(wordsIn(text))
  return categories.has('contrast') && categories.has('reason')
}

function decided(text: string, why: string | undefined): EntryDraft {
  return {
    kind: 'decision',
    who: 'user',
    text: shortened(text),
    names: [],
    sure: 1,
    ...(why !== undefined && { why: shortened(why, LONGEST / 2) }),
  }
}
