/** Does one thing to a session's file again and again until it is killed; who secures notes how much was answered for. */
import { appendFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { collectGarbage } from '../../../src/actions/ctx/collect.ts'
import { inscribe } from '../../../src/actions/inscribe.ts'
import { closeWorkspace, openWorkspace } from '../../../src/actions/open-workspace.ts'
import { secure } from '../../../src/actions/secure.ts'

export interface KeepGoing {
  readonly role: 'secure' | 'open' | 'inscribe' | 'collect'
  readonly store: string
  readonly path: string
  readonly log: string
}

const { role, store, path, log }: KeepGoing = JSON.parse(process.argv[2]!)
const open = () => openWorkspace({ storeDir: store, user: 'me@here', machine: 'here', cwd: '/', configDirs: {} })
const staying = role === 'secure' ? await open() : undefined
for (;;) {
  if (staying) {
    const { size } = statSync(path)
    await secure(staying, path)
    appendFileSync(log, `${size}\n`)
  } else {
    const workspace = await open()
    if (role === 'inscribe') await inscribe(workspace, [path])
    if (role === 'collect') await collectGarbage(workspace)
    await closeWorkspace(workspace)
  }
  await wait(Math.random() * 4)
}
