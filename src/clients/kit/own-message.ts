/** How every message begins that surgery puts into a session; such messages are no rounds. Others may speak of it. */
const MARK = /^# [^\n]{0,400}\n<!-- stet:(?:index|legend|lineage|summary)\b/

export function isMarked(text: string): boolean {
  return MARK.test(text)
}

/** The last number in an index of rounds; 0 for any other text. */
export function lastIndexedIn(text: string): number {
  return Number(/^[^\n]*\n<!-- stet:index [^\n]* rounds=(?:[\d,-]*\D)?(\d{1,7}) /.exec(text)?.[1] ?? 0)
}

/** How the id of a message begins that a person said in the middle of a round of another client. */
export const SAID_ID = 'msg_said_'

/** How the id of a message begins that Stet says itself, or has the agent say. */
export const OWN_ID = 'msg_stet_'
