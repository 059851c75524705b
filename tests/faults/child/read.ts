/** Verifies and exports everything again and again while others write; any complaint is a wrong one. */
import { existsSync } from 'node:fs'
import { collect, damageOf, openRecord, rawOf, sessionIds } from '../record.ts'

const { store, until }: { readonly store: string; readonly until: string } = JSON.parse(process.argv[2]!)
const workspace = openRecord(store)
let runs = 0
let sessions = 0
while (!existsSync(until)) {
  const damage = await damageOf(workspace)
  if (damage.length > 0) throw new Error(`run ${runs}: ${damage.join('; ')}`)
  for (const id of await sessionIds(workspace)) {
    await rawOf(workspace, id)
    sessions++
  }
  await collect(workspace.store.artifacts.list())
  runs++
}
await workspace.store.close()
console.log(JSON.stringify({ runs, sessions }))
