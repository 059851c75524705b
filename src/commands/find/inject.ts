import { join, parse } from 'node:path'
import type { Block } from '../../model/block.ts'
import { Failure } from '../../model/errors.ts'
import type { Image } from '../../read/images-in.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { Answer } from '../kit/call.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, file } from '../kit/field.ts'
import { BLOCKS, FIDELITY, MAKE_FOLDER, RAW, session } from '../kit/fields.ts'
import { rawIsNoJson } from '../kit/raw-is-no-json.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { BLOCK } from '../kit/shapes.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import { plainText } from '../kit/text/plain-text.ts'

const PARTS = ['user', 'assistant', 'text', 'thinking', 'tools', 'tool_use', 'tool_result', 'images', 'notes'] as const

export const inject = defineCommand({
  name: 'inject',
  topic: 'find',
  summary: 'Give rounds back from the record, whole or in part',
  about:
    'Prints the rounds to stdout; it only writes with --out, the pictures of the round. Each part is under a line with its name and the reference that gives it alone.',
  writes: ['cli'],
  arguments: {
    ref: {
      kind: 'ref',
      summary:
        "rounds, with or without their session: 47, 3-9,12, or 40e785a0:47; a block: 40e785a0:47:3; a part: '47, thinking'",
    },
  },
  options: {
    session: session({ summary: 'the session of the rounds', standard: 'latest' }),
    part: choice('only this part', PARTS),
    kinds: { ...BLOCKS, only: ['cli'] },
    fidelity: FIDELITY,
    raw: RAW,
    out: file('write the pictures to this file, or several with a number each'),
    parents: MAKE_FOLDER,
  },
  examples: [
    { command: 'stet inject 47', does: 'prints round 47 of the newest session of this folder' },
    { command: 'stet inject 40e785a0:47 --part tool_result', does: 'prints what the tools answered in it' },
    { command: 'stet inject 3-5 --session 40e785a0 --raw', does: "prints the client's own lines" },
    { command: 'stet inject 47 --out picture.png', does: 'writes the picture of round 47 to a file' },
  ],
  output: object({
    ref: string,
    session: string,
    round: number,
    rounds: list(number),
    origins: list(string),
    commits: list(string),
    text: string,
    blocks: list(BLOCK),
  }),
  offer: {
    cli: true,
    http: true,
    mcp: {
      about: 'It is the way back from a row of an index, from a notice, and from a hit of `search`.',
      fields: ['ref', 'session', 'part'],
      pages: true,
      text: async ({ blocks }: { readonly blocks: readonly Block[] }) => {
        const { labelledText } = await import('../../read/labelled-text.ts')
        return labelledText(blocks) || '(nothing of that is in it)'
      },
    },
  },
  async run(call) {
    const { ref, part, kinds, session, fidelity, raw, out, parents } = call.input
    if (raw && call.terminal?.json) throw rawIsNoJson()
    if (part !== undefined && kinds !== undefined) {
      throw new Failure('usage', '--part and --kinds cannot be used together.', {
        hint: `stet inject ${ref} --part ${part}`,
      })
    }
    const { inject, injectRaw } = await import('../../read/inject.ts')
    const { kindsOfPart, resolveRef } = await import('../../record/naming/resolve-ref.ts')
    const { parseFidelity } = await import('../../surgery/fidelity.ts')
    const shownAs = fidelity === undefined ? undefined : parseFidelity(fidelity)
    const workspace = await call.workspace()
    const round = await resolveRef(workspace, ref, session, call.terminal ? undefined : (_, one) => call.session(one))
    if (round.part !== undefined && (part !== undefined || kinds !== undefined)) throw partGivenTwice(ref)
    const { exactly, exactStream } = await import('../../redaction/exactly.ts')
    if (raw) return { stream: exactStream(injectRaw(workspace, round)) }
    const { isOwnHere } = await import('../../record/capture/is-own-here.ts')
    const isExact = call.terminal !== undefined && (await isOwnHere(workspace, round.session))
    const value = await inject(workspace, round, {
      kinds: part === undefined ? kinds : kindsOfPart(part),
      fidelity: shownAs,
      mayBeExact: async (session) => call.terminal !== undefined && isOwnHere(workspace, session),
    })
    const exact = isExact ? exactly : undefined
    const { imagesIn } = await import('../../read/images-in.ts')
    const { labelledText } = await import('../../read/labelled-text.ts')
    const images = imagesIn(value.blocks)
    if (out !== undefined) {
      const { outPath } = await import('../../system/out-path.ts')
      const path = outPath(workspace.cwd, out, { name: nameOf(value.ref, images), mayMake: parents })
      return { ...(await written(workspace, images, { ref: value.ref, out: path, dryRun: call.dryRun })) }
    }
    if (value.blocks.length > 0) {
      const note = images.length === 0 ? '' : `\n\n${imageNote(images, value.ref)}`
      return { value, exact, text: (_, shown: typeof value) => `${plainText(labelledText(shown.blocks))}${note}` }
    }
    return {
      value,
      text: () => '',
      failures: (screen) =>
        `${value.ref} has no ${part ?? round.part ?? kinds?.join(',') ?? 'block'}.\n${screen.dim('→')} stet inject ${value.ref}`,
      exit: 4,
    }
  },
})

/** What pictures are called in a folder. */
function nameOf(ref: string, [first]: readonly Image[]): string {
  return `${ref.replaceAll(':', '-')}.${first?.mediaType.split('/')[1] ?? 'png'}`
}

function imageNote(images: readonly Image[], ref: string): string {
  const sizes = images.map(({ mediaType, bytes }) => `${mediaType}, ${bytesOf(bytes.length)}`).join('; ')
  return `[${count(images.length, 'image')}: ${sizes} — stet inject ${ref} --out FILE writes ${images.length === 1 ? 'it' : 'them'}]`
}

async function written(
  workspace: Workspace,
  images: readonly Image[],
  { ref, out, dryRun }: { readonly ref: string; readonly out: string; readonly dryRun: boolean },
): Promise<Answer> {
  if (images.length === 0) {
    throw new Failure('nothing-to-do', `There is no picture in ${ref}.`, { hint: `stet inject ${ref}` })
  }
  const { placeFile } = await import('../../system/place-file.ts')
  const { refuseOverwrite } = await import('../../surgery/refuse-overwrite.ts')
  const { ext, dir, name } = parse(out)
  const paths: string[] = []
  for (const [at, { bytes }] of images.entries()) {
    const path = images.length === 1 ? out : join(dir, `${name}-${at + 1}${ext}`)
    await refuseOverwrite(workspace, path, false)
    if (!dryRun) await placeFile(path, [bytes], { replaces: false })
    paths.push(path)
  }
  return {
    value: { ref, images: paths },
    text: (screen) =>
      paths.map((path) => `${dryRun ? 'Would write' : screen.green('✓')} ${screen.path(path)}`).join('\n'),
  }
}

function partGivenTwice(ref: string): Failure {
  return new Failure(
    'usage',
    `${JSON.stringify(ref.slice(0, 80))} names a part already; leave --part and --kinds out.`,
    {
      hint: `stet inject ${JSON.stringify(ref.slice(0, 80))}`,
    },
  )
}
