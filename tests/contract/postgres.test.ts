import { describe } from 'vitest'
import { postgresForTests } from '../servers/postgres.ts'
import { describeArtifacts } from './artifacts.ts'
import { openPostgresBench } from './postgres-bench.ts'
import { describeRecord } from './record.ts'

const server = await postgresForTests()

describe.skipIf(!server)('a shared store', () => {
  describeArtifacts('postgres', async () => {
    const bench = await openPostgresBench(server!.url)
    const store = await bench.connect()
    return {
      artifacts: store.artifacts,
      storedBytes: bench.storedBytes,
      flipByte: bench.damage.flipByte,
      dropBytes: bench.damage.dropBytes,
      dispose: async () => {
        await store.close()
        await bench.dispose()
      },
    }
  })

  describeRecord('postgres', () => openPostgresBench(server!.url))
})
