import { expect, it } from 'vitest'
import { rolloverPrompt } from './rollover-prompt.ts'

it('is the template with every place filled, then how to look things up with Stet', () => {
  const prompt = rolloverPrompt({
    number: 2,
    issue: 'issue #42',
    percent: null,
    summary: '### Current Task\nIt.\n',
    parent: '/path/to/parent.jsonl',
    session: '40e785a0',
    worker: null,
    retrieval: 'mcp__episodic-memory__search with query: "what you need to find"',
  })
  expect(prompt).toMatchInlineSnapshot(`
    "## Session Continuation

    This is session #2 for issue #42.
    Previous session rolled over at unknown% context to preserve quality.

    ### Handoff Summary

    ### Current Task
    It.

    ### Retrieving Details

    The full previous session is indexed in episodic-memory. For details not in
    the summary above, search with:

    \`\`\`
    mcp__episodic-memory__search with query: "what you need to find"
    \`\`\`

    Example queries:
    - "decision about [topic]"
    - "error in [component]"
    - "changes to [filename]"

    ### Lineage

    Parent session: /path/to/parent.jsonl
    Worker ID: none

    ---

    Continue from the handoff summary. Your next step is in "Immediate Next Steps" above.

    (In a shell, \`stet search "what you need" --session 40e785a0\` finds rounds; \`stet inject 40e785a0:N\` reads round N whole; the tools search and inject of the server stet do the same.)
    "
  `)
})
