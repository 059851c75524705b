import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Session } from '../../src/model/session.ts'
import { inject, injectRaw } from '../../src/read/inject.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import type { SurgeryBench } from './bench.ts'
import { contentOf, linesIn } from './output.ts'

/** A notice that names the file of a session. */
const NAMED = /in line \d+ of (.*?); stet inject ([^\s:]+):/g

/**
 * Follows every row, notice and reference in a session: each leads to what it represents, as it was first recorded in a
 * session that no surgery made. Returns how many there were.
 */
export async function expectReferences(bench: SurgeryBench, made: Session): Promise<number> {
  const { workspace } = bench
  const read = async (ref: string) => inject(workspace, await resolveRef(workspace, ref, undefined))
  let references = 0
  const texts = linesIn(made.source).flatMap((line) => contentOf(line).flatMap(textsIn))
  const files = new Map(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, file, id]) => [id!, file!] as const)))
  for (const text of texts) {
    if (text.includes('<!-- stet:index ')) {
      for (const [, number] of text.matchAll(/^\| (\d{3,}) \| /gm)) {
        references++
        const { origins } = await read(`${made.id}:${number}`)
        expect(await isOriginal(bench, origins[0]!)).toBe(true)
        expect(await rawOf(bench, `${made.id}:${number}`)).toBe(await rawOf(bench, origins[0]!))
      }
    }
    for (const [, line, file, ref] of text.matchAll(/in line (\d+)(?: of (.*?))?; stet inject (\S+:\d+:\d+)\]/g)) {
      references++
      const { blocks } = await read(ref!)
      const session = ref!.split(':')[0]!
      const named = file ?? files.get(session) // by this notice or another one
      expect(named).toBeDefined()
      if (existsSync(named!)) expect(lineOf(named!, Number(line))).toContain(JSON.stringify(blocks[0]!.content))
      expect(blocks).toHaveLength(1)
      const held = JSON.stringify(blocks[0]!.content)
      expect(held).not.toMatch(/cut by stet/)
      const round = await read(ref!.replace(/:\d+$/, ''))
      // What belongs to no round has no number that leads further back: the session before has it whole.
      if (!ref!.includes(':0:')) expect(await isOriginal(bench, round.origins[0]!)).toBe(true)
      expect(round.blocks.map((block) => JSON.stringify(block.content))).toContain(held)
    }
    for (const [, ref, part] of text.matchAll(/ — (inject\(\S+:\d+, (\w+)\))\]/g)) {
      references++
      const { blocks, origins } = await read(ref!)
      expect(new Set(blocks.map((block) => block.type))).toEqual(new Set([part]))
      expect(await isOriginal(bench, origins[0]!)).toBe(true)
    }
    for (const [, ref] of text.matchAll(/^\[cut by stet: .* in round (\S+);/g)) {
      references++
      expect((await read(ref!)).blocks.length).toBeGreaterThan(0)
    }
  }
  return references
}

function textsIn({ text, content, input }: ReturnType<typeof contentOf>[number]): readonly string[] {
  if (input !== undefined) return stringsIn(input)
  if (typeof text === 'string') return [text]
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])) : []
}

/** One line of a file, as somebody without Stet would read it; written the way this test writes JSON. */
function lineOf(file: string, number: number): string {
  return JSON.stringify(JSON.parse(readFileSync(file, 'utf8').split('\n')[number - 1]!))
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

async function isOriginal(bench: SurgeryBench, ref: string): Promise<boolean> {
  return (await bench.session(ref.slice(0, ref.lastIndexOf(':')))).facts.surgery === null
}

async function rawOf({ workspace }: SurgeryBench, ref: string): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of injectRaw(workspace, await resolveRef(workspace, ref, undefined))) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}
