import type { OutlineBlock } from '../../model/outline.ts'
import type { OutlineNode } from './outline-nodes.ts'

/** A line as a value of its own. */
export function asValue(node: OutlineNode): OutlineNode {
  const { uuid, parent, round, kind, at, preserved, place, messageId, calls, answers, isSilent } = node
  const { starts, isAck, isLeftOut, text, start, end, number, follows, isMessage, isRaw, time, reply } = node
  const { context, places, placesAt, isUnsigned, passedOver, ownCalls, ownAnswers, ownTools } = node
  const { blockCount, ordinal, longestResult } = node
  const links = { uuid, parent, round, kind, at, preserved, place, messageId, calls, answers, isSilent }
  const about = { starts, isAck, isLeftOut, text, start, end, number, follows, isMessage, isRaw, time, reply }
  return {
    ...links,
    ...about,
    ownCalls,
    ownAnswers,
    ownTools,
    blockCount,
    ordinal,
    longestResult,
    isUnsigned,
    passedOver,
    context,
    blocks: node.blocks.map(blockValue),
    places,
    placesAt,
  }
}

function blockValue(block: OutlineBlock) {
  const { ordinal, kind, chars, name, call, begins, description, isNotice, strings, isUnsigned, images, ms } = block
  return { ordinal, kind, chars, name, call, begins, description, isNotice, strings, isUnsigned, images, ms }
}
