import type { ConversationBlock } from '../conversation.ts'
import type { Piece } from './pieces.ts'

const ACK = 'Understood. I will inject earlier rounds when I need them.'

/**
 * What the client says in a speaker's place where nobody said anything. Whether it does depends on what is around
 * it and on where the session ends, so only where the file itself says it, and not at its end, it must stand.
 */
const FILLERS = new Set([
  'No response requested.',
  '(no content)',
  'Tool loaded.',
  '[The previous response was interrupted before it completed.]',
])

/**
 * Says where what was sent is not what an operation promises: every block of every round in its form and its order,
 * and beyond them the planned words only. Ids of calls may differ, but two calls never share one, and call and result
 * always do. Undefined where all holds.
 */
export function difference(
  pieces: readonly Piece[],
  sent: readonly ConversationBlock[],
  texts: string,
): string | undefined {
  const isSaid = ({ text }: ConversationBlock) => texts.includes(JSON.stringify(text))
  const actual = sent.filter((block, at) => !isFiller(block) || (isSaid(block) && at < sent.length - 1))
  const ids = new Map<string, string>()
  let at = 0
  for (const piece of pieces) {
    const problem = piece.kind === 'own' ? ownProblem(piece) : spokenProblem(piece)
    if (problem) return problem
  }
  const more = actual[at]
  return more && `${actual.length - at} blocks more than planned, the first: ${shown(more)}`

  function ownProblem({ name, from, blocks, form }: Extract<Piece, { kind: 'own' }>): string | undefined {
    const tools = new Map(blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name]] : [])))
    for (const [index, own] of blocks.entries()) {
      if (isFiller(own) && !isSaid(own)) continue
      if (isFiller(own) && index === blocks.length - 1 && !matches(own, actual[at])) continue
      if (form.leavesOut(own)) continue
      while (!matches(own, actual[at]) && isAdded(actual[at])) at++
      if (!matches(own, actual[at])) return `${name}: ${shown(own)} became ${shown(actual[at])}`
      at++
    }
    while (isAdded(actual[at])) at++
    return undefined

    function isAdded(other: ConversationBlock | undefined): boolean {
      return other !== undefined && form.adds(other)
    }

    function matches(own: ConversationBlock, other: ConversationBlock | undefined): boolean {
      return other !== undefined && form.matches(own, other, tools.get(own.id)) && hasSameId(from, own, other)
    }
  }

  function hasSameId(from: string, own: ConversationBlock, other: ConversationBlock): boolean {
    if (own.id === undefined || other.id === undefined) return true
    const key = `${from} ${own.id}`
    const known = ids.get(key)
    if (known !== undefined) return known === other.id
    if ([...ids.values()].includes(other.id)) return false
    ids.set(key, other.id)
    return true
  }

  function spokenProblem(piece: Exclude<Piece, { kind: 'own' }>): string | undefined {
    const [said, ack] = [actual[at], actual[at + 1]]
    const wanted = piece.kind === 'index' ? `an index of ${piece.rounds.join()}` : `a ${piece.kind}`
    const isWanted = said?.role === 'user' && isSpoken(piece, said.text ?? '')
    if (!isWanted) return `${wanted} was planned, there is ${shown(said)}`
    if (ack?.role !== 'assistant' || ack.text !== ACK) return `${wanted} has no ack after it, but ${shown(ack)}`
    at += 2
    return undefined
  }
}

function isFiller({ type, text = '' }: ConversationBlock): boolean {
  return type === 'text' && FILLERS.has(text)
}

function isSpoken(piece: Exclude<Piece, { kind: 'own' }>, text: string): boolean {
  switch (piece.kind) {
    case 'index':
      return isIndexOf(text, piece.rounds)
    case 'legend':
      return text.startsWith('# This context joins ') && text.includes('\n<!-- stet:legend -->\n')
    case 'lineage':
      return text.startsWith(`# This context was cut ${piece.times} times\n<!-- stet:lineage -->\n`)
  }
}

function isIndexOf(text: string, rounds: readonly number[]): boolean {
  const rows = [...text.matchAll(/^\| (\d{3,}) \| .* \|$/gm)].map(([, number]) => Number(number))
  const isHeaded = text.startsWith('# Index of ') && text.includes('\n<!-- stet:index session=')
  return isHeaded && rows.join() === rounds.join()
}

/** Enough to find the block, and not so much that a transcript is in a report. */
function shown(block: ConversationBlock | undefined): string {
  if (!block) return 'nothing'
  const text = block.text ?? JSON.stringify(block.content ?? block.input ?? '')
  return `${block.role} ${block.type} ${block.id ?? ''} ${text.length} characters ${JSON.stringify(text.slice(0, 60))}`
}
