import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from 'cborg'
import { expect, it } from 'vitest'
import type { Message, WritableFormat } from '../../../src/clients/formats/format.ts'
import { FORMATS } from '../../../src/clients/formats/index.ts'
import { EVENTS } from '../../../src/clients/formats/events.ts'
import { runOf } from '../../../src/clients/formats/run.ts'
import { translate } from '../../../src/clients/formats/translate.ts'

const HERE = import.meta.dirname
const PLACE = { sessionId: '019d0b1d-de00-7239-aa0a-1c67b26481b7', cwd: '/project', at: '2026-03-19T10:00:00.000Z' }
const messages: readonly Message[] = JSON.parse(readFileSync(join(HERE, 'input.json'), 'utf8'))

/** One conversation with every kind of block in every format that is written. */
it.each(FORMATS.filter(({ encoder }) => encoder).map(({ id }) => id))('%s', async (id) => {
  const format = FORMATS.find((known) => known.id === id) as WritableFormat
  const bytes =
    format === EVENTS
      ? EVENTS.encoder(PLACE).write(messages)
      : translate([runOf(EVENTS.id, [EVENTS.encoder(PLACE).write(messages)])], format, PLACE).bytes
  await expect(format.isLines ? bytes.toString('utf8') : hexLines(bytes)).toMatchFileSnapshot(
    join(HERE, format.isLines ? id : `${id}.hex`),
  )
  if (format.isLines) return
  const items = `${JSON.stringify(decode(bytes), (_, value) => (value instanceof Uint8Array ? { bytes: Buffer.from(value).toString() } : value), 2)}\n`
  await expect(items).toMatchFileSnapshot(join(HERE, `${id}.json`))
})

function hexLines(bytes: Buffer): string {
  return bytes.toString('hex').replace(/.{1,100}/g, '$&\n')
}
