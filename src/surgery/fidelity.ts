import { Failure } from '../model/errors.ts'
import type { Fidelity } from '../model/plan.ts'

export const FULL: Fidelity = { thinking: 'full', tool_use: 'full', tool_result: 'full', image: 'full' }

/** Ways to show a round that have a name. */
export const PRESETS: Readonly<Record<string, Fidelity>> = {
  full: FULL,
  conversation: { thinking: 'omit', tool_use: 'omit', tool_result: 'omit', image: 'full' },
  navigate: { thinking: 'ref', tool_use: 'summary', tool_result: 'summary', image: 'full' },
}

const FORMS: Readonly<Record<keyof Fidelity, readonly string[]>> = {
  thinking: ['full', 'ref', 'omit'],
  tool_use: ['full', 'summary', 'omit'],
  tool_result: ['full', 'summary', 'omit'],
  image: ['full', 'omit'],
}

/**
 * Reads a preset's name, or forms by kind such as `thinking=ref,tool_result=head:500`, or `head(500)`. What people and the agent said
 * has no form: it is always whole.
 */
export function parseFidelity(text: string): Fidelity {
  if (Object.hasOwn(PRESETS, text)) return PRESETS[text]!
  let fidelity = FULL
  for (const part of text.split(',')) {
    const [kind = '', form = ''] = part.split('=')
    const head = /^head(?::(\d{1,9})|\((\d{1,9})\))$/.exec(form)
    if (kind === 'tool_result' && head) fidelity = { ...fidelity, tool_result: { head: Number(head[1] ?? head[2]) } }
    else if (Object.hasOwn(FORMS, kind) && FORMS[kind as keyof Fidelity].includes(form))
      fidelity = { ...fidelity, [kind]: form }
    else throw unknownForm(text, part)
  }
  return fidelity
}

/** Whether nothing is shown but what was said. */
export function isConversation({ thinking, tool_use, tool_result }: Fidelity): boolean {
  return thinking === 'omit' && tool_use === 'omit' && tool_result === 'omit'
}

export function isFull(fidelity: Fidelity): boolean {
  return (Object.keys(FULL) as (keyof Fidelity)[]).every((kind) => fidelity[kind] === 'full')
}

function unknownForm(text: string, part: string): Failure {
  const [kind = ''] = part.split('=')
  const isText = ['text', 'user', 'assistant', 'user-text', 'assistant-text'].includes(kind)
  return new Failure(
    'usage',
    isText
      ? 'What people and the agent said is always shown whole.'
      : `${JSON.stringify(text.slice(0, 80))} cannot be the fidelity of a round.`,
    {
      facts: { fidelity: text.slice(0, 200) },
      hint: `Use ${Object.keys(PRESETS).join(', ')}, or forms such as thinking=ref,tool_use=summary,tool_result=head:500.`,
    },
  )
}
