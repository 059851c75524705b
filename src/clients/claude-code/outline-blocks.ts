import type { OutlineColumns } from './outline-columns.ts'

const NO_TEXTS: readonly (string | null)[] = []
const NO_LENGTHS: readonly number[] = []

/** The columns of the blocks of all stretches, behind one another; what few operations ask for is made when they do. */
export function blocksOf(stretches: readonly OutlineColumns[]) {
  const firsts = firstsOf(stretches, ({ kind }) => kind.length)
  let described: ReadonlyMap<number, string> | undefined
  let strings: ReadonlyMap<number, readonly number[]> | undefined
  return {
    kind: joined(stretches.map(({ kind }) => kind)),
    chars: joined(stretches.map(({ chars }) => chars)),
    name: NO_TEXTS.concat(...stretches.map(({ name }) => name)),
    call: NO_TEXTS.concat(...stretches.map(({ call }) => call)),
    begins(block: number): string {
      const nth = firsts.findLastIndex((first) => first <= block)
      return stretches[nth]!.begins[block - firsts[nth]!]!
    },
    described(block: number): string {
      described ??= placedIn(stretches, firsts, (columns) => columns.described)
      return described.get(block) ?? ''
    },
    strings(block: number): readonly number[] {
      strings ??= placedIn(stretches, firsts, (columns) => columns.strings)
      return strings.get(block) ?? NO_LENGTHS
    },
  }
}

/** What few lines and blocks have, by their rows. */
export function rareOf(stretches: readonly OutlineColumns[]) {
  const lines = firstsOf(stretches, ({ flags }) => flags.length)
  const blocks = firstsOf(stretches, ({ kind }) => kind.length)
  return {
    unsigned: new Set(stretches.flatMap(({ unsigned }, nth) => unsigned.map((block) => blocks[nth]! + block))),
    notices: new Set(stretches.flatMap(({ notices }, nth) => notices.map((block) => blocks[nth]! + block))),
    images: placed(blocks, ({ images }) => images),
    ms: placed(blocks, ({ ms }) => ms),
    preserved: placed(lines, ({ preserved }) => preserved),
    text: placed(lines, ({ text }) => text),
    passedOver: stretches.flatMap(({ passedOver }, nth) =>
      passedOver.map(([before, start, end]) => ({ before: lines[nth]! + before, start, end })),
    ),
    ids: placed(lines, ({ ids }) => ids.map(([line, calls, answers]) => [line, { calls, answers }])),
  }

  function placed<T>(firsts: readonly number[], of: (columns: OutlineColumns) => readonly (readonly [number, T])[]) {
    return placedIn(stretches, firsts, of)
  }
}

/** By the rows of the whole table. */
function placedIn<T>(
  stretches: readonly OutlineColumns[],
  firsts: readonly number[],
  of: (columns: OutlineColumns) => readonly (readonly [number, T])[],
): ReadonlyMap<number, T> {
  return new Map(
    stretches.flatMap((columns, nth) => of(columns).map(([at, value]) => [firsts[nth]! + at, value] as const)),
  )
}

/** For each stretch, how many stand before it. */
function firstsOf(stretches: readonly OutlineColumns[], count: (columns: OutlineColumns) => number): readonly number[] {
  let before = 0
  return stretches.map((columns) => {
    const first = before
    before += count(columns)
    return first
  })
}

export function joined(columns: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) {
    all.set(column, at)
    at += column.length
  }
  return all
}
