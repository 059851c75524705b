import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

describe('a record with sessions', () => {
  let box: Box
  beforeAll(() => {
    buildBundle()
    box = openBox()
  })
  afterAll(() => box.remove())

  it('captures what is there, and says so', () => {
    expect(seen(box.stet('inscribe'))).toMatchInlineSnapshot(`
      "session          rounds     new  file
      5e55a001              3  5.4 kB  …ect/5e55a001-0000-4000-8000-000000000001.jsonl
      5e55b002              1  2.5 kB  …ect/5e55b002-0000-4000-8000-000000000002.jsonl
      agent-a11ce0001       1  1.0 kB  …0-000000000001/subagents/agent-a11ce0001.jsonl
      ✓ 3 sessions captured, 9.0 kB new.
      "
    `)
  })

  it('captures nothing twice', () => {
    expect(seen(box.stet('inscribe', '--all'))).toMatchInlineSnapshot(`
      "All 3 sessions are in the record already.
      "
    `)
  })

  it('gives an overview of the folder', () => {
    expect(
      seen(box.stet()).replace(/[\d.]+ kB of transcripts in [\d.]+ k?B/, 'N kB of transcripts in M kB'),
    ).toMatchInlineSnapshot(`
      "~/project
      session   title            client       last        rounds  full
      5e55a001  Words in a file  claude-code  2025-03-19       3    9% █░░░░░░░░░
      5e55b002  Plain red title  claude-code  2025-03-18       1    9% █░░░░░░░░░

      The record holds 3 sessions with 5 rounds: N kB of transcripts in M kB.

      Next
        stet rounds 5e55a001  lists the rounds of the newest session
        stet inscribe --all   captures what is new
      "
    `)
  })

  it('lists sessions by folder, subagents below their session', () => {
    expect(seen(box.stet('sessions'))).toMatchInlineSnapshot(`
      "~/project
      session            title        client       last        rounds  full
      5e55a001           Words in a…  claude-code  2025-03-19       3    9% █░░░░░░░░░
      └ agent-a11ce0001  Count the…   claude-code  2025-03-19       1    9% █░░░░░░░░░
      5e55b002           Plain red…   claude-code  2025-03-18       1    9% █░░░░░░░░░
      "
    `)
  })

  it('finds rounds by what was said', () => {
    expect(seen(box.stet('search', 'words'))).toMatchInlineSnapshot(`
      "By words only; \`stet search --mode both\` says how to look by meaning, too.
      5e55a001:1  2025-03-19  Words in a file
        What is in words.txt? Thirty words, numbered.
      agent-a11ce0001:1  2025-03-19  Count the words.
        Count the words. Thirty.
      → stet inject 5e55a001:1
      "
    `)
    expect(seen(box.stet('search', 'never', 'said'))).toMatchInlineSnapshot(`
      "By words only; \`stet search --mode both\` says how to look by meaning, too.
      Nobody said "never said" in what is recorded.
      → stet search never said --in all
      "
    `)
    expect(seen(box.stet('search', 'words', '--engagement', 'none'))).toMatchInlineSnapshot(`
      "By words only; \`stet search --mode both\` says how to look by meaning, too.
      Nobody said "words" where these options look.
      → stet search words
      "
    `)
  })

  it('lists rounds', () => {
    expect(seen(box.stet('rounds', 'latest'))).toMatchInlineSnapshot(`
      "5e55a001  Words in a file  3 rounds
      #  when              you                    agent                  tools  tokens
      1  2025-03-19 10:00  What is in words.txt?  Thirty words, number…      1     224
      2  2025-03-19 10:05  Add gamma.             Done.                             54
      3  2025-03-19 10:09  Thanks                 You are welcome.                  56
      "
    `)
  })

  it('shows a round for reading, long results cut', () => {
    expect(seen(box.stet('show', 'Words', '1'))).toMatchInlineSnapshot(`
      "─ round 1 · 2025-03-19 10:00 ──────────────────────────────────────────────────
      you  5e55a001:1:0
        What is in words.txt?
      thinking  5e55a001:1:1
        Reading it will tell.
      → Read  5e55a001:1:2
        {"file_path":"words.txt"}
      ← result  5e55a001:1:3
        1    word 1
        2    word 2
        3    word 3
        4    word 4
        5    word 5
        6    word 6
        7    word 7
        8    word 8
        9    word 9
        10    word 10
        … 20 more lines: stet inject 5e55a001:1 --part tool_result
      agent  5e55a001:1:4
        Thirty words, numbered.
      "
    `)
  })

  it('shows only the kinds asked for', () => {
    expect(seen(box.stet('show', 'latest', '--kinds', 'user-text'))).toMatchInlineSnapshot(`
      "─ round 1 · 2025-03-19 10:00 ──────────────────────────────────────────────────
      you  5e55a001:1:0
        What is in words.txt?

      ─ round 2 · 2025-03-19 10:05 ──────────────────────────────────────────────────
      you  5e55a001:2:0
        Add gamma.

      ─ round 3 · 2025-03-19 10:09 ──────────────────────────────────────────────────
      you  5e55a001:3:0
        Thanks
      "
    `)
  })

  it('gives a round back, or a part of it', () => {
    expect(seen(box.stet('inject', '5e55a:2'))).toMatchInlineSnapshot(`
      "[user 5e55a001:2:0]
      Add gamma.

      [assistant 5e55a001:2:1]
      Done.
      "
    `)
    expect(seen(box.stet('inject', '1', '--part', 'assistant'))).toMatchInlineSnapshot(`
      "Thirty words, numbered.
      "
    `)
  })

  it('gives a round back in short, and says where there is nothing of a kind', () => {
    expect(seen(box.stet('inject', `${WORDS}:1`, '--fidelity', 'navigate'))).toMatchInlineSnapshot(`
      "[user 5e55a001:1:0]
      What is in words.txt?

      [thinking 5e55a001:1:1]
      [thinking · 21 chars — inject(1, thinking)]

      [tool_use 5e55a001:1:2]
      [tool_use: Read words.txt — inject(1, tool_use)]

      [tool_result 5e55a001:1:3]
      [tool_result · 104 tokens · "1 word 1" — inject(1, tool_result)]

      [assistant 5e55a001:1:4]
      Thirty words, numbered.
      "
    `)
    expect(seen(box.stet('show', WORDS, '1', '--fidelity', 'navigate'))).toMatchInlineSnapshot(`
      "─ round 1 · 2025-03-19 10:00 ──────────────────────────────────────────────────
      you  5e55a001:1:0
        What is in words.txt?
      thinking  5e55a001:1:1
        [thinking · 21 chars — inject(1, thinking)]
      [tool_use: Read words.txt — inject(1, tool_use)]
      ← result  5e55a001:1:3
        [tool_result · 104 tokens · "1 word 1" — inject(1, tool_result)]
      agent  5e55a001:1:4
        Thirty words, numbered.
      "
    `)
    expect(seen(box.stet('inject', `${WORDS}:1`, '--part', 'images'))).toMatchInlineSnapshot(`
      "5e55a001-0000-4000-8000-000000000001:1 has no images.
      → stet inject 5e55a001-0000-4000-8000-000000000001:1
      [4]
      "
    `)
  })

  it('takes a reference as it is in a context', () => {
    const thinking = box.stet('inject', '1', '--session', WORDS, '--part', 'thinking').stdout
    expect(thinking).not.toBe('')
    for (const ref of ['1, thinking', '001,thinking', 'inject(1, thinking)'])
      expect(box.stet('inject', ref, '--session', WORDS).stdout).toBe(thinking)
    for (const ref of [`${WORDS}:1, thinking`, `inject(${WORDS}:1, thinking)`, `inject(${WORDS}:1:1)`])
      expect(box.stet('inject', ref).stdout).toBe(thinking)
    expect(seen(box.stet('inject', '1, constructor'))).toContain('A round has no part "constructor".')
    expect(seen(box.stet('inject', '1, thinking', '--part', 'tools'))).toMatchInlineSnapshot(`
      ""1, thinking" names a part already; leave --part and --kinds out.
      → stet inject "1, thinking"
      [64]
      "
    `)
  })

  it('gives the recorded lines with --raw, byte for byte', () => {
    const { stdout } = box.stet('inject', '2-3', '--session', WORDS, '--raw')
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(4)
    expect(stdout).toBe(box.stet('show', WORDS, '2-3', '--raw').stdout)
  })

  it('proves the round trip', () => {
    expect(seen(box.stet('check', '5e55a'))).toMatchInlineSnapshot(`
      "5e55a001  3 rounds
      ✓ record → file: the same, byte for byte
      ✓ parse → render → parse: the same conversation
      "
    `)
  })

  it('tags rounds, moves them, and takes the tag away', () => {
    expect(seen(box.stet('tag', 'latest', '1-2', 'word-work', '--dry-run'))).toMatchInlineSnapshot(`
      "2 rounds of 5e55a001 (1-2) would be in word-work.
      "
    `)
    expect(seen(box.stet('tag', 'latest', '1-2', 'word-work'))).toMatchInlineSnapshot(`
      "2 rounds of 5e55a001 (1-2) are in word-work.
      "
    `)
    expect(seen(box.stet('tag', 'latest', '2', 'other-work'))).toMatchInlineSnapshot(`
      "1 round of 5e55a001 (2) is in other-work, before in word-work.
      "
    `)
    expect(seen(box.stet('rounds', 'latest'))).toMatchInlineSnapshot(`
      "5e55a001  Words in a file  3 rounds
      #  when              you              agent            tools  tokens  engagement
      1  2025-03-19 10:00  What is in wor…  Thirty words,…       1     224  word-work
      2  2025-03-19 10:05  Add gamma.       Done.                       54  other-work
      3  2025-03-19 10:09  Thanks           You are welcom…             56
      "
    `)
    expect(seen(box.stet('untag', 'latest', 'all'))).toMatchInlineSnapshot(`
      "2 rounds of 5e55a001 (1-2) are in no engagement any more.
      "
    `)
    expect(seen(box.stet('untag', 'latest', 'all'))).toMatchInlineSnapshot(`
      "No engagement had rounds 1-3 of 5e55a001.
      "
    `)
  })

  it('verifies the record', () => {
    expect(seen(box.stet('verify'))).toMatchInlineSnapshot(`
      "✓ 3 artifacts, 3 commits, 3 sessions: nothing is damaged.
      "
    `)
  })

  it('exports the very bytes', () => {
    const source = box.shell(`cat ~/.claude/projects/-project/${WORDS}.jsonl`).stdout
    expect(box.stet('export', 'latest', '--to', 'raw').stdout).toBe(source)
    expect(
      seen(box.stet('export', 'latest', '--to', 'raw', '--out', 'copy.jsonl', '--dry-run')),
    ).toMatchInlineSnapshot(`
      "5e55a001 would be in ~/project/copy.jsonl (6.4 kB in 2 files).
      Secrets are in it as they were recorded; --mask masks them.
      "
    `)
    expect(seen(box.stet('export', 'latest', '--to', 'raw', '--out', 'copy.jsonl'))).toMatchInlineSnapshot(`
      "5e55a001 is in ~/project/copy.jsonl (6.4 kB in 2 files).
      Secrets are in it as they were recorded; --mask masks them.
      "
    `)
    expect(box.shell('cat copy.jsonl').stdout).toBe(source)
    expect(seen(box.stet('export', 'latest', '--to', 'raw', '--out', 'copy.jsonl'))).toMatchInlineSnapshot(`
      "<box>/home/project/copy.jsonl already exists.
      → Choose another path, or add --force to replace it.
      [1]
      "
    `)
    expect(box.stet('export', 'latest', '--to', 'raw', '--out', 'copy.jsonl', '--force').status).toBe(0)
  })

  it('says what it would capture', () => {
    expect(
      seen(box.stet('inscribe', '--dry-run'))
        .replace(/\d[\d.]* k?B/g, 'N kB')
        .replace(/^ +/gm, ''),
    ).toMatchInlineSnapshot(`
      "N kB  ~/.claude/projects/-project/5e55a001-0000-4000-8000-000000000001.jsonl
      N kB  ~/.claude/projects/-project/5e55b002-0000-4000-8000-000000000002.jsonl
      N kB  ~/.claude/projects/-project/5e55a001-0000-4000-8000-000000000001/subagents/agent-a11ce0001.jsonl
      3 files, N kB, would be read; nothing is captured twice.
      "
    `)
  })
})

describe('an empty record', () => {
  let box: Box
  beforeAll(() => {
    buildBundle()
    box = openBox({ sessions: false })
  })
  afterAll(() => box.remove())

  it('says what to type first, and makes nothing by looking', () => {
    expect(seen(box.stet())).toMatchInlineSnapshot(`
      "The record is empty: no session has been captured yet.

      Next
        stet inscribe --all  captures every session found on this machine
      "
    `)
    expect(seen(box.stet('sessions'))).toMatchInlineSnapshot(`
      "The record is empty.
      → stet inscribe --all
      "
    `)
    expect(seen(box.stet('verify'))).toMatchInlineSnapshot(`
      "The record is empty; there is nothing to verify.
      → stet inscribe --all
      "
    `)
    expect(box.listing().filter((path) => path.includes('.stet'))).toEqual([])
  })

  it('says where it looked when there is nothing to capture', () => {
    expect(seen(box.stet('inscribe'))).toMatchInlineSnapshot(`
      "There are no session files below ~/.claude, ~/.codex, ~/.pi/agent, ~/.gemini, ~/.local/share/opencode/stet.
      → stet inscribe <path of a transcript>
      [4]
      "
    `)
    expect(box.json('inscribe')).toEqual({ sessions: [], failed: [] })
  })

  it('answers a question about a session with the next command', () => {
    expect(seen(box.stet('rounds', 'latest'))).toMatchInlineSnapshot(`
      "No session of the folder <box>/home/project is in the record.
      → Run \`stet inscribe --all\`, or name another session: \`stet sessions\` lists them.
      [1]
      "
    `)
    expect(seen(box.stet('show', '5e55'))).toMatchInlineSnapshot(`
      "There is no session "5e55" in the record.
      → Run \`stet inscribe --all\` first.
      [1]
      "
    `)
  })
})
