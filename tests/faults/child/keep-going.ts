/** Does one thing to a session's file again and again until it is killed; who makes checkpoints notes how much was answered for. */
import { appendFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { collectGarbage } from '../../../src/care/collect.ts'
import { inscribe } from '../../../src/record/capture/inscribe.ts'
import { closeWorkspace, openWorkspace } from '../../../src/workspace/open-workspace.ts'

export interface KeepGoing {
  readonly role: 'checkpoint' | 'open' | 'inscribe' | 'collect'
  readonly store: string
  readonly path: string
  readonly log: string
}

const { role, store, path, log }: KeepGoing = JSON.parse(process.argv[2]!)
const open = () => openWorkspace({ storeDir: store, user: 'me@here', machine: 'here', cwd: '/', configDirs: {} })
const staying = role === 'checkpoint' ? await open() : undefined
for (;;) {
  if (staying) {
    const { size } = statSync(path)
    const { failed } = await inscribe(staying, [path], { sideFiles: false, trust: 'last-commit' })
    if (failed[0]) throw new Error(failed[0].message)
    appendFileSync(log, `${size}\n`)
  } else {
    const workspace = await open()
    if (role === 'inscribe') await inscribe(workspace, [path])
    if (role === 'collect') await collectGarbage(workspace)
    await closeWorkspace(workspace)
  }
  await wait(Math.random() * 4)
}
