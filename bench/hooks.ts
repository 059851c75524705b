import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inTurn } from './lib/in-turn.ts'
import { withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'

// What a tool call costs: every hook that is installed for it, next to a Node that does nothing.
const RUNS = 20
const HOOK = resolve('plugin/claude-code/bin/stet-hook')
const ID = '11111111-1111-4111-8111-111111111111'
const SMALL = 2 << 20
const LARGE = 200 << 20

async function main(): Promise<void> {
  await withFolder(async (home) => {
    const installed = JSON.parse(readFileSync('plugin/claude-code/hooks/hooks.json', 'utf8')).hooks.PostToolUse
    const calls = {
      'node -e 0': () => wallOf(process.execPath, ['-e', '0'], '', home),
      'nothing to say, 2 MB': hook(home, SMALL, { says: false }),
      'nothing to say, 200 MB': hook(home, LARGE, { says: false }),
      'a reminder, 2 MB': hook(home, SMALL, { says: true }),
      'a reminder, 200 MB': hook(home, LARGE, { says: true }),
    }
    const walls = await inTurn(RUNS, calls)
    const figure = (name: keyof typeof calls, reference: keyof typeof calls, atMost: number): Figure => ({
      figure: name,
      ours: `${median(walls[name]!).toFixed(1)} ms`,
      reference: `${reference} ${median(walls[reference]!).toFixed(1)} ms`,
      best: least(walls[name]!) / least(walls[reference]!),
      median: median(walls[name]!) / median(walls[reference]!),
      must: { atMost },
    })
    report(
      `hooks: wall of all ${installed.length} entries for PostToolUse ÷ node -e 0`,
      [
        figure('nothing to say, 2 MB', 'node -e 0', 0.3),
        figure('nothing to say, 200 MB', 'nothing to say, 2 MB', 1.1),
        figure('a reminder, 2 MB', 'node -e 0', 1.6),
        figure('a reminder, 200 MB', 'a reminder, 2 MB', 1.1),
      ],
      { 'node -e 0': walls['node -e 0']! },
    )
  })
}

/** A tool call in a session whose transcript is so long, in a home of its own. */
function hook(home: string, bytes: number, { says }: { readonly says: boolean }): () => number {
  const own = join(home, `${bytes}-${says}`)
  const live = join(own, '.stet', 'live')
  mkdirSync(live, { recursive: true })
  const transcript = join(own, `${ID}.jsonl`)
  writeFileSync(transcript, transcriptOf(bytes, says ? 130_000 : 20_000))
  const input = JSON.stringify({
    session_id: ID,
    transcript_path: transcript,
    cwd: own,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'x' },
    tool_response: { stdout: 'y'.repeat(2000) },
  })
  // What is captured is another figure.
  writeFileSync(join(own, '.stet', 'config.toml'), '[checkpoint]\ngrown_bytes = 0\n')
  wallOf(HOOK, ['PostToolUse', 'claude-code'], input, own)
  return () => {
    if (says) for (const kind of ['state', 'next']) rmSync(join(live, `${ID}.${kind}`), { force: true })
    return wallOf(HOOK, ['PostToolUse', 'claude-code'], input, own)
  }
}

function transcriptOf(bytes: number, tokens: number): string {
  const user = { type: 'user', uuid: 'u', parentUuid: null, message: { role: 'user', content: 'x'.repeat(4000) } }
  const usage = { input_tokens: tokens, output_tokens: 10 }
  const message = {
    id: 'm',
    model: 'claude-haiku-4-5',
    role: 'assistant',
    content: [{ type: 'text', text: 'x' }],
    usage,
  }
  const line = `${JSON.stringify(user)}\n`
  return `${line.repeat(Math.ceil(bytes / line.length))}${JSON.stringify({ type: 'assistant', uuid: 'a', message })}\n`
}

function wallOf(command: string, args: readonly string[], input: string, home: string): number {
  const env = { PATH: process.env.PATH, HOME: home }
  const began = performance.now()
  spawnSync(command, args, { input, env })
  return performance.now() - began
}

main()
