import { describe, expect, it } from 'vitest'
import { inertMarkdown } from './inert-markdown.ts'

describe('recorded text in a Markdown document', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['a </details> b <!-- c', 'a &lt;/details> b &lt;!-- c'],
    ['see ![x](http://evil/x.png) and \\![y][z]', 'see &#33;[x](http://evil/x.png) and \\&#33;[y][z]'],
    ['1 < 2 and a <b', '1 < 2 and a &lt;b'],
  ])('%j has nothing that acts', (text, expected) => {
    expect(inertMarkdown(text)).toBe(expected)
  })

  it.each([
    'use `<div>` and ``a ` <b>`` here',
    '```html\n<script>\n![x](y)\n```\nafter',
    '~~~\n<b>\n~~~',
    'a < b, x <= y, fine!',
  ])('%j stays as it is', (text) => {
    expect(inertMarkdown(text)).toBe(text)
  })

  it.each([
    ['a span that began on another line', 'a ` b\n` <img src=x> `'],
    ['a span that a list ends', '- a `\n- b `\n  `<img src=x>`'],
    ['an escaped tick', '\\` `<img src=x>'],
    ['a fence that a list ends', '- a\n  ```\n<img src=x>'],
    ['a fence in a quotation', '> ```\n<img src=x>'],
    ['a fence that was closed', '```\na\n```\n<img src=x>'],
    ['a fence of other signs that does not close', '```\n~~~\n```\n<img src=x>'],
    ['ticks of different lengths', '`` ` <img src=x> ``` `'],
    ['cells of a table', '| a | b |\n|---|---|\n| ` | <img src=x> ` |'],
    ['a paragraph that ends at a carriage return', 'a `\r\r` b ` <img src=x> `'],
    ['an info text with a tick', '``` `\n<img src=x>'],
  ])('%s hides no tag', (_, text) => {
    expect(inertMarkdown(text)).not.toContain('<img')
  })

  it('a fence that is left open ends with the text', () => {
    expect(inertMarkdown('````\ncode')).toBe('````\ncode\n````')
  })

  it('takes time by the length of the text', () => {
    inertMarkdown('`'.repeat(200_000))
    inertMarkdown('` '.repeat(20_000))
    inertMarkdown('<![ '.repeat(100_000))
  })
})
