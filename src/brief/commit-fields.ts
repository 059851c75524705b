import type { Commit } from '../model/commit.ts'

/** A commit with the field names people and other tools know. */
export function commitFields(commit: Commit) {
  const session = commit.session === '' ? null : commit.session // one that was written by hand may be of none
  return {
    id: commit.id,
    context_id: commit.id,
    parent: commit.parent,
    commit_type: commit.type,
    artifact_ref: commit.artifact,
    format: commit.format,
    template: commit.template,
    principal: commit.principal,
    machine: commit.machine,
    session,
    session_id: session,
    checkpoint: commit.checkpoint,
    ticket_id: commit.ticket,
    thread_id: commit.thread,
    summary: commit.summary,
    message_count: commit.messageCount,
    token_count: commit.tokenCount,
    created_at: commit.createdAt,
    recorded_at: commit.recordedAt,
    start: commit.start,
    end: commit.end,
  }
}

export type CommitFields = ReturnType<typeof commitFields>
