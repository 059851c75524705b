/** Inscribes files and prints which went in and which did not. */
import { inscribe } from '../../../src/record/capture/inscribe.ts'
import { openRecord } from '../record.ts'

const { store, paths } = JSON.parse(process.argv[2]!)
const workspace = openRecord(store)
console.log(JSON.stringify(await inscribe(workspace, paths)))
await workspace.store.close()
