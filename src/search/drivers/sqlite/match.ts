import type { Term } from '../../../record/indexing/query.ts'
import { separated } from './separated.ts'

/** One form of a term as FTS5 looks for it: a phrase in quotes, so that nothing in it is an operator. */
export function formMatch(form: string, isPrefix: boolean): string {
  return `"${separated(form).replaceAll('"', '""')}"${isPrefix ? '*' : ''}`
}

/** Any form of a term. */
export function termMatch({ forms, isPrefix }: Pick<Term, 'forms' | 'isPrefix'>): string {
  return `(${forms.map((form) => formMatch(form, isPrefix)).join(' OR ')})`
}
