import { S3Error, S3ServiceError } from 's3mini'
import { Failure } from '../../model/errors.ts'

/** Turns what the server and the network say into a failure with a next step; anything else comes back as it is. */
export function toFailure(error: unknown, endpoint: string): unknown {
  if (!(error instanceof S3Error)) return error
  const status = error instanceof S3ServiceError ? error.status : 0
  const reason = error instanceof S3ServiceError ? `${error.serviceCode ?? ''} ${status}`.trim() : error.message
  const code = status === 507 ? 'store-full' : status === 503 ? 'store-busy' : 'store-unreadable'
  return new Failure(code, `The object store at ${endpoint} refused a request (${reason}).`, {
    facts: { endpoint, reason },
    hint: 'Check the address of the artifacts, STET_S3_ACCESS_KEY_ID and STET_S3_SECRET_ACCESS_KEY.',
    cause: error,
  })
}
