import { expect, it } from 'vitest'
import { parseS3Address } from './parse-s3-address.ts'

it('reads where objects are to be', () => {
  expect(parseS3Address('s3://bucket/a/b/?endpoint=https://host&region=eu-1')).toEqual({
    endpoint: 'https://host/bucket',
    region: 'eu-1',
    prefix: 'a/b/',
  })
})

it.each([
  's3://KEY:hunter2@bucket?endpoint=https://host',
  's3://hunter2@bucket?endpoint=https://host',
  's3://bucket?endpoint=https://KEY:hunter2@host',
  's3://KEY:hunter2@bucket',
  's3:KEY:hunter2@bucket?endpoint=https://host',
])('refuses keys, and does not tell them: %s', (address) => {
  let told = ''
  try {
    parseS3Address(address)
  } catch (error) {
    told = JSON.stringify(error)
  }
  expect(told).toContain('config-invalid')
  expect(told).not.toContain('hunter2')
})
