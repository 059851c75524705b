import { Failure } from '../../model/errors.ts'

/** Where a shared store is: a database, and the schema in it that has its tables. */
export interface Address {
  /** As the server's package takes it. */
  readonly url: string
  readonly schema: string
  /** Without user and password: to be shown. */
  readonly name: string
}

const SCHEMA = 'stet'
const PLAIN = /^[a-z_][a-z0-9_]{0,40}$/

/** Reads `postgres://user@host:port/database?schema=name`; the schema is `stet` unless it is named. */
export function parseAddress(text: string): Address {
  if (!URL.canParse(text)) throw invalid('It is no address.')
  const url = new URL(text)
  if (url.host.includes(',')) throw invalid('It names more than one server.')
  if (url.pathname.includes('@') || url.hash !== '')
    throw invalid('A password with / ? # or @ in it is written with %2F, %3F, %23 and %40.')
  const schema = url.searchParams.get('schema') ?? SCHEMA
  if (!PLAIN.test(schema)) throw invalid(`A schema cannot be called ${JSON.stringify(schema.slice(0, 80))} here.`)
  url.searchParams.delete('schema')
  return { url: url.href, schema, name: `${url.protocol}//${url.host}${url.pathname}` }
}

function invalid(what: string): Failure {
  return new Failure('usage', `The shared store cannot be used. ${what}`, {
    hint: 'Name it as postgres://user@host:5432/database, or postgres://user@host/database?schema=name.',
  })
}
