import { join, parse, resolve } from 'node:path'
import type { Image } from '../../../actions/read/images-in.ts'
import type { Workspace } from '../../../actions/workspace.ts'
import { Failure } from '../../../model/errors.ts'
import { type Answer, defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'
import { KINDS, kindsIn, refuseJsonWithRaw } from '../kinds.ts'
import { plainText } from '../plain-text.ts'

const PART_NAMES = [
  'user',
  'assistant',
  'text',
  'thinking',
  'tools',
  'tool_use',
  'tool_result',
  'images',
  'notes',
] as const

export const inject = defineCommand({
  name: 'inject',
  group: 'Inspect',
  summary: 'one round back from the record, whole or in part',
  about:
    'Prints the round to stdout and writes nothing, unless --out names a file for its pictures. Each part is under a line with its name and the reference that gives it alone; what is asked for by --part comes as it is.',
  writes: true,
  arguments: {
    ref: {
      summary:
        "rounds, with or without their session: 47, 3-9,12, or 40e785a0:47; a block as 40e785a0:47:3; a part as '47, thinking'",
    },
  },
  options: {
    session: { summary: 'the session the rounds are of; the newest of this folder unless given', value: 'SESSION' },
    part: { summary: 'only a part of the round', value: 'PART', choices: PART_NAMES },
    kinds: KINDS,
    fidelity: { summary: 'how it is shown: full, conversation, navigate, or forms by kind', value: 'FORM' },
    raw: { summary: 'print the recorded lines, byte for byte' },
    out: { summary: 'write the pictures there; several get a number each', value: 'FILE', complete: 'file' },
  },
  examples: [
    { command: 'stet inject 47', does: 'round 47 of the newest session of this folder' },
    { command: 'stet inject 40e785a0:47 --part tool_result', does: 'what the tools answered in it' },
    { command: 'stet inject 3-5 --session 40e785a0 --raw', does: "the client's own lines" },
    { command: 'stet inject 47 --out picture.png', does: 'writes the picture of round 47 into a file' },
  ],
  json: '{ref,session,round,rounds:[],origins:[ref],commits:[],text,blocks:[{block_id,type,role,timestamp,content,name?,tool_use_id?}]}',
  async run(call) {
    const { ref, part, kinds, session, fidelity, raw, out } = { ...call.args, ...call.options }
    if (raw) refuseJsonWithRaw(call.json)
    if (part !== undefined && kinds !== undefined) {
      throw new Failure('usage', '--part and --kinds both choose what is shown; give one of them.', {
        hint: `stet inject ${ref} --part ${part}`,
      })
    }
    const given = kindsIn(kinds)
    const { inject, injectRaw, kindsOfPart, resolveRef } = await import('../../../actions/read/inject.ts')
    const { parseFidelity } = await import('../../../actions/surgery/fidelity.ts')
    const shownAs = fidelity === undefined ? undefined : parseFidelity(fidelity)
    const workspace = await call.workspace()
    const round = await resolveRef(workspace, ref, session)
    if (round.part !== undefined && (part !== undefined || kinds !== undefined)) throw partGivenTwice(ref)
    if (raw) return { stream: injectRaw(workspace, round) }
    const value = await inject(workspace, round, {
      kinds: part === undefined ? given : kindsOfPart(part),
      fidelity: shownAs,
    })
    const { imagesIn } = await import('../../../actions/read/images-in.ts')
    const { labelledText } = await import('../../../actions/read/labelled-text.ts')
    const images = imagesIn(value.blocks)
    if (out !== undefined)
      return {
        ...(await written(workspace, images, {
          ref: value.ref,
          out: resolve(call.environment.cwd, out),
          dryRun: call.dryRun,
        })),
      }
    if (value.blocks.length > 0) {
      const note = images.length === 0 ? '' : `\n\n${imageNote(images, value.ref)}`
      return { value, text: () => `${plainText(labelledText(value.blocks))}${note}` }
    }
    return {
      value,
      text: () => '',
      failures: (screen) =>
        `${value.ref} holds no ${part ?? round.part ?? kinds ?? 'block'}.\n${screen.dim('→')} stet inject ${value.ref}`,
      exit: 4,
    }
  },
})

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
  const { placeFile } = await import('../../../actions/files/place-file.ts')
  const { refuseOverwrite } = await import('../../../actions/files/refuse-overwrite.ts')
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
