import type { Command } from '../command.ts'
import { check } from './check.ts'
import { completion } from './completion.ts'
import { exportCommand } from './export.ts'
import { inject } from './inject.ts'
import { inscribe } from './inscribe.ts'
import { overview } from './overview.ts'
import { rounds } from './rounds.ts'
import { sessions } from './sessions.ts'
import { show } from './show.ts'
import { tag } from './tag.ts'
import { untag } from './untag.ts'
import { verify } from './verify.ts'

/** Every command, in the order help shows them. */
export const COMMANDS: readonly Command[] = [
  inscribe,
  check,
  exportCommand,
  overview,
  sessions,
  rounds,
  show,
  inject,
  tag,
  untag,
  verify,
  completion,
]
