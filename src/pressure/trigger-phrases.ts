/** What people say when they mean an operation, and what the agent is told then. */
const PHRASES: readonly { readonly said: RegExp; readonly means: string }[] = [
  {
    said: /\b(?:trim|shrink|slim down|free up) (?:the |this |my |our )?(?:context|session|window)\b/i,
    means: 'the skill `trim`, or `stet trim latest --keep-recent 3`',
  },
  {
    said: /\b(?:roll ?over|hand (?:it |this )?over|start (?:a )?fresh(?: session)?|continue in a new session)\b/i,
    means: 'the skill `rollover`, or `stet rollover latest --summary-file F`',
  },
  {
    said: /\bcompress (?:the |this |my |our )?(?:context|conversation|session|chat|history)\b|^\W*(?:please )?compress(?: now)?\W*$|\bcompress (?:--|recent\b|from .+ through |.+, ?(?:bridge from|pull in) )|\bsave (?:the )?state\b|\bsummari[sz]e for continuation\b|\btransmutation script\b|\barchive (?:this|the|our) (?:conversation|session|chat)\b/i,
    means:
      'the skill `compress`, or `stet compress` with the same words; `stet advise latest` names the operation that makes room',
  },
  {
    said: /\b(?:what did we (?:decide|say|discuss)|why did we (?:decide|choose)|show (?:me )?(?:the )?earlier version|do you remember)\b/i,
    means:
      'the skill `recall`, or `stet search WORDS` and `stet inject SESSION:ROUND`, or the tools search and inject of the server stet',
  },
  {
    said: /\b(?:split|merge|revive) (?:the |this |these |that )?(?:session|sessions|context)\b/i,
    means: 'the skill `surgery`, or `stet advise latest`',
  },
]

/** What to tell the agent about a prompt; undefined for one that means no operation. */
export function triggerText(prompt: string): string | undefined {
  const found = PHRASES.filter(({ said }) => said.test(prompt)).map(({ means }) => means)
  return found.length === 0 ? undefined : `Stet can do this: ${found.join('; ')}.`
}
