/** Exports a session and prints the failure, if that is what comes of it. */
import { exportTo } from '../../../src/read/export.ts'
import { openRecord, sessionOf } from '../record.ts'

const { store, session, out } = JSON.parse(process.argv[2]!)
const workspace = openRecord(store)
try {
  await exportTo(workspace, await sessionOf(workspace, session), { to: 'raw', out })
} catch (error) {
  console.log(JSON.stringify(error))
}
