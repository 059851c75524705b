import { S3mini } from 's3mini'
import { describe } from 'vitest'
import type { ArtifactId } from '../../src/model/id.ts'
import { openS3Artifacts } from '../../src/record/s3/open-s3-artifacts.ts'
import { SWIFT_KEYS, swiftForTests } from '../servers/swift.ts'
import { describeArtifacts } from './artifacts.ts'

const server = await swiftForTests()
let benches = 0

describe.skipIf(!server)('an object store', () => {
  describeArtifacts('s3', async () => {
    const bucket = `bench-${benches++}`
    const beside = new S3mini({ ...SWIFT_KEYS, endpoint: `${server!.url}/${bucket}`, region: 'us-east-1' })
    await beside.createBucket()
    const read = async (id: ArtifactId) => Buffer.from((await beside.getObjectArrayBuffer(`team/${id}`))!)
    return {
      artifacts: openS3Artifacts({ url: `s3://${bucket}/team?endpoint=${server!.url}`, ...SWIFT_KEYS }),
      storedBytes: async (id) => (await read(id)).length,
      flipByte: async (id, at) => {
        const bytes = await read(id)
        bytes[at] = bytes[at]! ^ 0x10
        await beside.putObject(`team/${id}`, bytes)
      },
      dropBytes: async (id) => void (await beside.deleteObject(`team/${id}`)),
      dispose: async () => undefined, // with the server
    }
  })
})
