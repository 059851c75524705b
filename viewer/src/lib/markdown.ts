import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { plain } from './format.ts'
import { highlighted } from './highlight.ts'

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    code: ({ text, lang }) => `<pre class="code" tabindex="0"><code>${highlighted(text, lang ?? '')}</code></pre>`,
    /** A picture from elsewhere would be a request to there: its words are there instead. */
    image: ({ text, href }) => escaped(text || href),
    html: ({ text }) => escaped(text),
  },
})

/** Markdown as HTML in which nothing acts: no scripts, no forms, no pictures, links only to be read. */
export function markdown(text: string): string {
  const html = marked.parse(plain(text), { async: false })
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ALLOWED,
    ALLOWED_ATTR: ['class', 'href', 'title', 'start', 'align', 'tabindex'],
    ALLOWED_URI_REGEXP: /^https?:/i,
    ADD_URI_SAFE_ATTR: ['tabindex', 'start', 'align'],
  })
}

const ALLOWED = [
  ...['p', 'br', 'hr', 'em', 'strong', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'span'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener noreferrer')
    node.setAttribute('target', '_blank')
  }
  const name = node.getAttribute('class')
  if (name !== null && !/^(?:code|k|s|c|n)$/.test(name)) node.removeAttribute('class')
})

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
