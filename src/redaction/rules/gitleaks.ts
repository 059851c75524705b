import RULES from './gitleaks.json' with { type: 'json' }
import type { NamedRule, TokenRule } from './rule.ts'

/** The rules of gitleaks, under the licence that stands next to them (`npm run rules` makes the file). */
export const GITLEAKS: { readonly tokens: readonly TokenRule[]; readonly named: readonly NamedRule[] } = RULES
