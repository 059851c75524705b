import { expect, it } from 'vitest'
import { documentName } from './document-name.ts'

it.each([
  ['A plan, a helper, a long list', 'a-plan-a-helper-a-long-list.html'],
  ['Größe der Dateien: öfter prüfen?', 'größe-der-dateien-öfter-prüfen.html'],
  ['../../etc/passwd', 'etc-passwd.html'],
  ['…', '40e785a0.html'],
  [null, '40e785a0.html'],
])('%s', (title, name) => {
  expect(documentName(title, '40e785a0', '.html')).toBe(name)
})
