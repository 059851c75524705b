import type { SessionSummary } from '../actions/read/sessions.ts'

/** A session for an agent, on one line that is not cut. */
export function sessionLine({
  session,
  title,
  cwd,
  rounds,
  percent,
  ended,
  client,
  engagements,
}: SessionSummary): string {
  const facts = [client, `${rounds} rounds`, `${Math.round(percent)} % full`, ended?.slice(0, 16), cwd, ...engagements]
  return `${session} ${JSON.stringify(title ?? '')} ${facts.filter(Boolean).join(', ')}`
}
