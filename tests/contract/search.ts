import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommitId, RoundId, SessionId } from '../../src/model/id.ts'
import type { Mark, SearchEntry, SearchIndex } from '../../src/record/indexing/search-index.ts'
import { parseQuery } from '../../src/search/query/parse-query.ts'

interface SearchDriver {
  /** Opens the same index again, also while another is open. */
  readonly connect: () => SearchIndex
  readonly dispose: () => Promise<void>
}

const A = 'session-a' as SessionId
const B = 'session-b' as SessionId

const mark = (bytes: number): Mark => ({ head: `ctx-${bytes}` as CommitId, bytes })

/** Rounds by their numbers; the same number is the same round wherever it is. */
function says(texts: Readonly<Record<number, string>>): SearchEntry['rounds'] {
  return Object.entries(texts).map(([round, text]) => ({
    round: Number(round),
    roundId: `round-${round}` as RoundId,
    text,
  }))
}

/** What a search index is: every driver passes this. */
export function describeSearch(name: string, open: () => Promise<SearchDriver>): void {
  describe(`search: ${name}`, () => {
    let driver: SearchDriver
    let index: SearchIndex
    beforeEach(async () => {
      driver = await open()
      index = driver.connect()
    })
    afterEach(async () => {
      await index.close()
      await driver.dispose()
    })

    const first = (session: SessionId, texts: Readonly<Record<number, string>>, bytes = 10) =>
      index.add({ session, from: undefined, to: mark(bytes), rounds: says(texts) })
    const more = (session: SessionId, from: number, to: number, texts: Readonly<Record<number, string>>) =>
      index.add({ session, from: mark(from), to: mark(to), rounds: says(texts) })
    const found = async (words: string, session?: SessionId) =>
      (await ranked(words, 50, session)).hits.map((hit) => `${hit.session}:${hit.round}`)
    const ranked = (words: string, limit: number, session?: SessionId) =>
      index.query(parseQuery(words), { limit, sessions: session && new Set([session]) })
    const textsOf = async (session: SessionId) =>
      Object.fromEntries((await index.listRounds(session)).map(({ round, text }) => [round, text]))

    it('is empty before anything is added', async () => {
      expect(await found('anything')).toEqual([])
      expect(await index.findMark(A)).toBeUndefined()
      expect([...(await index.listMarks())]).toEqual([])
      expect(await index.listRounds(A)).toEqual([])
      await index.forget(A)
    })

    it('finds by a beginning, however many words begin so', async () => {
      const many = Array.from({ length: 400 }, (_, at) => `aa${at}z`)
      await first(A, { 1: `${many.join(' ')}\n`, 2: 'aardvark\n', 3: 'a bat\n' })
      expect(await found('aardv*')).toEqual([`${A}:2`])
      expect((await found('aa*'))[0]).toBe(`${A}:1`)
    })

    it('finds rounds that say most of the words, and says where and how well', async () => {
      await first(A, { 1: 'red apples\n', 2: 'green apples and red pears\n', 5: 'plums\n', 8: 'nothing of it\n' })
      expect(await found('red apples')).toEqual([`${A}:1`, `${A}:2`])
      expect((await found('plums apples')).sort()).toEqual([`${A}:1`, `${A}:2`, `${A}:5`])
      const {
        hits: [best, next],
      } = await ranked('red', 2)
      expect(best).toMatchObject({ session: A, round: 1, roundId: 'round-1' })
      expect(best!.score).toBeGreaterThanOrEqual(next!.score)
      expect((await ranked('apples', 1)).hits).toHaveLength(1)
    })

    it('shows where the words are, or how the round begins', async () => {
      await first(A, { 1: 'so\nmany red  apples\n' })
      expect(await index.excerpts(parseQuery('apple'), [{ session: A, round: 1 }])).toEqual([
        { text: 'so many red apples', marks: [[12, 18]] },
      ])
      expect(await index.excerpts(parseQuery('plum'), [{ session: A, round: 1 }])).toEqual([
        { text: 'so many red apples', marks: [] },
      ])
      expect(await index.excerpts(parseQuery('plum'), [{ session: B, round: 1 }])).toEqual([{ text: '', marks: [] }])
    })

    it('sees a round with its neighbours', async () => {
      await first(A, { 1: 'which store fits\n', 2: 'the tall one\n', 8: 'a tall order\n', 11: 'all else\n' })
      const hits = await found('tall store')
      expect(hits.slice(0, 2).sort()).toEqual([`${A}:1`, `${A}:2`])
      expect(hits.slice(2)).toEqual([`${A}:8`])
    })

    it.each([
      ['word forms', 'it is idempotent', 'idempotency'],
      ['irregular forms', 'the tests broke again', 'break'],
      ['accents', 'Ein Übergang im Café', 'ubergang cafe'],
      ['a prefix', 'the migration failed', 'migr*'],
      ['code', 'call foo.bar() here', 'foo.bar()'],
      ['a flag', 'run it with --dry-run', '--dry-run'],
      ['signs', 'written in C++ today', 'C++'],
      ['a path', 'see src/auth/login.ts', 'login.ts'],
      ['more of a path', 'see login.ts', 'src/auth/login.ts'],
      ['Chinese', '我们需要改善搜索功能', '搜索'],
      ['Japanese', '検索機能を改善する', '機能の改善'],
      ['Korean', '검색을 고쳤습니다', '검색'],
      ['a near spelling', 'the dictionary of zstd', 'dictoinary'],
      ['a slip in the first letter', 'the dictionary of zstd', 'idctionary'],
    ])('finds %s', async (_, text, words) => {
      await first(A, { 1: `${text}\n`, 2: 'something else\n', 3: 'c is a letter\n' })
      expect((await found(words))[0]).toBe(`${A}:1`)
    })

    it('says what it looked for instead', async () => {
      await first(A, { 1: 'the dictionary\n' })
      expect((await ranked('dictoinary', 1)).instead).toEqual([{ typed: 'dictoinary', words: ['dictionari'] }])
      expect((await ranked('dictionary', 1)).instead).toEqual([])
    })

    it('takes a slip for the word that it is in, not for a shorter one that begins alike', async () => {
      await first(A, { 1: 'data\n', 2: 'the database\n' })
      expect((await ranked('databse', 1)).instead[0]!.words[0]).toBe('databas')
    })

    it('takes no word for a slip of another that only begins alike, and none that is in quotation marks', async () => {
      await first(A, { 1: 'the same hash, a hard one, at hand\n', 2: 'run fsck\n', 3: 'the dictionary\n' })
      expect(await found('hasdotgit')).toEqual([])
      expect(await found('fsmonitor')).toEqual([])
      expect(await found('dictoinaries')).toEqual([`${A}:3`])
      expect(await found('"dictoinary"')).toEqual([])
    })

    it('wants a phrase as it is, and leaves out what is not wanted', async () => {
      await first(A, { 1: 'red apples\n', 2: 'apples red\n', 3: 'red apples and pears\n' })
      expect(await found('"red apples"')).toEqual([`${A}:1`, `${A}:3`])
      expect((await found('apples -pears')).sort()).toEqual([`${A}:1`, `${A}:2`])
      expect(await found('apples -"red apples"')).toEqual([`${A}:2`])
    })

    it('finds words whatever their case and accents', async () => {
      await first(A, { 1: 'Ein Übergang im Café\n' })
      expect(await found('übergang CAFE')).toEqual([`${A}:1`])
    })

    it('moves rows and mark together, and refuses what does not begin at the mark', async () => {
      expect(await first(A, { 1: 'one\n' })).toBe(true)
      expect(await index.findMark(A)).toEqual(mark(10))
      expect(await first(A, { 1: 'again\n' })).toBe(false)
      expect(await more(A, 5, 20, { 1: 'elsewhere\n' })).toBe(false)
      const entries = [
        { session: A, from: mark(5), to: mark(20), rounds: says({ 1: 'elsewhere\n' }) },
        { session: B, from: undefined, to: mark(10), rounds: says({ 7: 'together\n' }) },
        { session: B, from: mark(10), to: mark(20), rounds: says({ 7: 'and more\n' }) },
      ]
      expect(await index.addAll(entries)).toEqual([false, true, true])
      expect(await textsOf(B)).toEqual({ 7: 'together\nand more\n' })
      await index.forget(B)
      expect(await more(A, 10, 20, { 1: 'two\n', 2: 'three\n' })).toBe(true)
      expect(await index.findMark(A)).toEqual(mark(20))
      expect(await textsOf(A)).toEqual({ 1: 'one\ntwo\n', 2: 'three\n' })
      expect(await found('"one two"')).toEqual([`${A}:1`])
      expect(await found('again')).toEqual([])
    })

    it('takes a round that comes twice in one step, and one that says nothing yet', async () => {
      const rounds = [...says({ 1: 'one\n', 2: '' }), ...says({ 1: 'two\n' })]
      await index.add({ session: A, from: undefined, to: mark(10), rounds })
      expect(await textsOf(A)).toEqual({ 1: 'one\ntwo\n', 2: '' })
      await more(A, 10, 20, { 2: 'later\n' })
      expect(await found('later')).toEqual([`${A}:2`])
    })

    it('keeps the id a round came with first', async () => {
      await first(A, { 1: '' })
      await index.add({
        session: A,
        from: mark(10),
        to: mark(20),
        rounds: [{ round: 1, roundId: 'another' as RoundId, text: 'said\n' }],
      })
      expect(await index.listRounds(A)).toEqual([{ round: 1, roundId: 'round-1', text: 'said\n' }])
      expect(await index.listRounds(A, [1, 2])).toEqual(await index.listRounds(A))
      expect([await index.listRounds(A, [2]), await index.countRounds(A)]).toEqual([[], 1])
    })

    describe('of copies of a round', () => {
      it('gives one, and each where only its session is asked for', async () => {
        await first(A, { 1: 'shared words\n' })
        await first(B, { 1: 'shared words\n' })
        expect(await found('shared')).toEqual([`${A}:1`])
        expect(await found('shared', B)).toEqual([`${B}:1`])
        expect(await found('shared', A)).toEqual([`${A}:1`])
      })

      it('gives the longer one, whichever came first', async () => {
        await first(A, { 1: 'shared\n' })
        await first(B, { 1: 'shared\nand more\n' })
        expect(await found('shared')).toEqual([`${B}:1`])
        expect([await textsOf(A), await textsOf(B)]).toEqual([{ 1: 'shared\n' }, { 1: 'shared\nand more\n' }])
      })

      it('tells them apart once they say different things', async () => {
        await first(A, { 1: 'shared\n' })
        await first(B, { 1: 'shared\n' })
        await more(A, 10, 20, { 1: 'left\n' })
        await more(B, 10, 20, { 1: 'right\n' })
        expect([await found('left'), await found('right')]).toEqual([[`${A}:1`], [`${B}:1`]])
        expect([await textsOf(A), await textsOf(B)]).toEqual([{ 1: 'shared\nleft\n' }, { 1: 'shared\nright\n' }])
      })

      it('keeps the others when a session is forgotten, and nothing only it said', async () => {
        await first(A, { 1: 'shared\nonly here\n', 2: 'mine\n' })
        await first(B, { 1: 'shared\n' })
        await index.forget(A)
        expect(await found('shared')).toEqual([`${B}:1`])
        expect([await found('only'), await found('mine')]).toEqual([[], []])
        expect([await index.findMark(A), await index.listRounds(A)]).toEqual([undefined, []])
        expect(await textsOf(B)).toEqual({ 1: 'shared\n' })
        expect(await first(A, { 1: 'shared\n' })).toBe(true)
      })

      it('looks for the same among many that say different things, and does not read them all each time', async () => {
        const rounds = Array.from({ length: 8000 }, (_, at) => ({
          round: at + 1,
          roundId: 'one' as RoundId,
          text: `word${at} is all it says\n`,
        }))
        await index.add({ session: A, from: undefined, to: mark(10), rounds })
        await index.add({ session: B, from: undefined, to: mark(10), rounds: rounds.slice(-100) })
        expect(await found('word7999')).toEqual([`${A}:8000`])
        expect(await found('word7999', B)).toEqual([`${B}:8000`])
      }, 60_000)
    })

    describe('whatever is asked for', () => {
      const ODD = [
        '',
        ' ',
        '"',
        '""',
        "'",
        '*',
        '-',
        '^',
        ':',
        '(',
        ')',
        '{}',
        '\\',
        '%',
        '\0',
        '\ud800',
        '!!!',
        '👩‍👩‍👧',
        '\u0301',
        'NEAR(',
        'AND',
        'a OR',
        'NOT apples',
        'text : apples',
        'text:',
        '^apples',
        'app*',
        '"apples',
        'apples"',
        "'; DROP TABLE texts; --",
        'x'.repeat(100_000),
        'apples '.repeat(5000),
        '"'.repeat(999),
        '('.repeat(5000),
      ]

      it.each(ODD)('%j is only looked for', async (words) => {
        await first(A, { 1: 'apples and oranges\n' })
        expect(Array.isArray(await found(words))).toBe(true)
      })

      it('signs between words do not matter, and operators are words', async () => {
        await first(A, { 1: 'apples, and oranges: "ripe"\n', 4: 'plums near by\n' })
        expect(await found('apples !!! (ripe)')).toEqual([`${A}:1`])
        expect(await found('apples AND oranges')).toEqual([`${A}:1`])
        expect(await found('NEAR(plums')).toEqual([`${A}:4`])
        expect(await found('^oranges')).toEqual([`${A}:1`])
      })
    })

    it('gives one state to who asks for it, whoever writes meanwhile', async () => {
      await first(A, { 1: 'one\n' })
      await index.snapshot(async (state) => {
        expect(await state.findMark(A)).toEqual(mark(10))
        await index.forget(A)
        await first(B, { 1: 'two\n' })
        expect(await state.listRounds(A)).toMatchObject([{ round: 1, text: 'one\n' }])
        expect([...(await state.listMarks()).keys()]).toEqual([A])
      })
      await index.snapshot(async (state) => expect([...(await state.listMarks()).keys()]).toEqual([B]))
    })

    it('is the same for everybody who has it open', async () => {
      const other = driver.connect()
      try {
        await first(A, { 1: 'one\n' })
        expect(await other.findMark(A)).toEqual(mark(10))
        expect(await other.add({ session: A, from: undefined, to: mark(10), rounds: says({ 1: 'one\n' }) })).toBe(false)
        expect((await other.query(parseQuery('one'), { limit: 1 })).hits).toHaveLength(1)
      } finally {
        await other.close()
      }
    })
  })
}
