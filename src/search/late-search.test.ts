import { describe, expect, it } from 'vitest'
import type { SessionId } from '../model/id.ts'
import { allowLateWork } from './late-search.ts'
import type { SearchIndex } from './search.ts'

const session = 's' as SessionId

/** An index that does nothing but tell what it is asked. */
function told(asked: string[]): SearchIndex {
  const verb =
    <T>(name: string, answer: T) =>
    async () => {
      asked.push(name)
      return answer
    }
  return {
    findMark: verb('findMark', undefined),
    listMarks: verb('listMarks', new Map()),
    add: verb('add', true),
    forget: verb('forget', undefined),
    listRounds: verb('listRounds', []),
    query: verb('query', []),
    close: verb('close', undefined),
  }
}

describe('an index that takes work for later', () => {
  const ask: Readonly<Record<string, (index: SearchIndex) => Promise<unknown>>> = {
    findMark: (index) => index.findMark(session),
    listMarks: (index) => index.listMarks(),
    add: (index) => index.add({ session, from: undefined, to: { head: 'ctx-1' as never, bytes: 1 }, rounds: [] }),
    forget: (index) => index.forget(session),
    listRounds: (index) => index.listRounds(session),
    query: (index) => index.query('words', { limit: 1 }),
    close: (index) => index.close(),
  }

  it.each(Object.keys(ask))('has done it before it answers %s', async (name) => {
    const asked: string[] = []
    const index = allowLateWork(told(asked))
    for (const nth of [1, 2]) {
      index.later(async () => {
        await new Promise((wake) => setTimeout(wake, 3 - nth))
        asked.push(`work ${nth}`)
      })
    }
    await ask[name]!(index)
    expect(asked).toEqual(['work 1', 'work 2', name])
  })

  it('begins when the caller has its answer', async () => {
    const done: string[] = []
    const index = allowLateWork(told(done))
    async function answer(): Promise<void> {
      index.later(async () => void done.push('work'))
    }
    await answer()
    await Promise.resolve()
    done.push('answer')
    await index.close()
    expect(done).toEqual(['answer', 'work', 'close'])
  })

  it('throws once what went wrong in it, and goes on', async () => {
    const asked: string[] = []
    const index = allowLateWork(told(asked))
    index.later(() => Promise.reject(new Error('a mistake')))
    index.later(async () => void asked.push('work'))
    await expect(index.listMarks()).rejects.toThrow('a mistake')
    await index.listMarks()
    expect(asked).toEqual(['work', 'listMarks'])
  })

  it('is closed, whatever went wrong', async () => {
    const asked: string[] = []
    const index = allowLateWork(told(asked))
    index.later(() => Promise.reject(new Error('a mistake')))
    await expect(index.close()).rejects.toThrow('a mistake')
    expect(asked).toEqual(['close'])
  })
})
