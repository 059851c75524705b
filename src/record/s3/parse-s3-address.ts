import { Failure } from '../../model/errors.ts'

/** A place for objects on an S3-compatible server. */
export interface S3Address {
  /** Of the bucket: `https://host/bucket`. */
  readonly endpoint: string
  readonly region: string
  /** What the names of all objects begin with; empty where they stand alone in the bucket. */
  readonly prefix: string
}

const REGION = 'us-east-1'

/** Reads `s3://bucket/prefix?endpoint=https://host&region=name`. */
export function parseS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const endpoint = url?.searchParams.get('endpoint') ?? ''
  if (url?.protocol !== 's3:' || url.hostname === '' || !/^https?:$/.test(protocolOf(endpoint))) {
    throw invalid('The setting is not a place for artifacts.')
  }
  if (text.includes('@'))
    throw invalid('A place for artifacts must not contain keys: they are taken from the environment.')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  return {
    endpoint: `${endpoint.replace(/\/$/, '')}/${url.hostname}`,
    region: url.searchParams.get('region') ?? REGION,
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}

/** What was given may hold a key, and is not told. */
function invalid(what: string): Failure {
  return new Failure('config-invalid', what, {
    hint: 'Write s3://bucket?endpoint=https://host; add a prefix after the bucket if others use the bucket too.',
  })
}

function protocolOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).protocol : ''
}
