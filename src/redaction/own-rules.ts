/** A kind of secret that the maintained rules do not know, or know only a part of. */
export interface OwnRule {
  readonly rule: string
  /** Global. The group `secret` is what must not be seen; without it all that was found. */
  readonly pattern: RegExp
  /** Whether what was found is a secret after all. */
  readonly isSecret?: (secret: string) => boolean
}

const NAME = String.raw`[\w.-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|account[_-]?key|license[_-]?key)`

export const OWN_RULES: readonly OwnRule[] = [
  {
    rule: 'private-key',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { rule: 'age-key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,60}\b/g },
  { rule: 'anthropic', pattern: /\bsk-ant-[\w-]{20,}/g },
  { rule: 'openai', pattern: /\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}/g, isSecret: isMixed },
  { rule: 'aws', pattern: /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|AIPA|A3T[A-Z0-9])[A-Z0-9]{16}\b/g },
  {
    rule: 'aws', // it looks like a path often enough
    pattern:
      /aws_?(?:secret_?)?(?:access_?)?key["'`]?\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
  },
  { rule: 'github', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{50,})/g },
  { rule: 'gitlab', pattern: /\bgl(?:pat|dt|rt|ptt|cbt|agent|ft|soat)-[\w-]{18,}/g },
  { rule: 'slack', pattern: /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/g },
  { rule: 'google', pattern: /\bAIza[\w-]{35}|\bGOCSPX-[\w-]{20,}|\bya29\.[\w-]{20,}/g },
  { rule: 'stripe', pattern: /\b(?:sk|rk|whsec)_(?:(?:live|test)_)?[A-Za-z0-9]{20,}/g, isSecret: isMixed },
  { rule: 'twilio', pattern: /\bSK[0-9a-f]{32}\b/g },
  { rule: 'sendgrid', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { rule: 'mailgun', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { rule: 'mailchimp', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { rule: 'telegram', pattern: /\b\d{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  {
    rule: 'discord',
    pattern:
      /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g,
  },
  { rule: 'npm', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { rule: 'pypi', pattern: /\bpypi-AgE[\w-]{40,}/g },
  { rule: 'rubygems', pattern: /\brubygems_[0-9a-f]{40,}/g },
  { rule: 'digitalocean', pattern: /\bdo[opr]_v1_[0-9a-f]{40,}/g },
  { rule: 'azure', pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{60,}={0,2})|\bsig=(?<signature>[A-Za-z0-9%]{40,})/g },
  { rule: 'square', pattern: /\bsq0(?:atp|csp|idp)-[\w-]{20,}/g },
  { rule: 'newrelic', pattern: /\bNRAK-[A-Z0-9]{20,}/g },
  { rule: 'heroku', pattern: /\bHRKU-[\w-]{30,}/g },
  { rule: 'supabase', pattern: /\bsb(?:p|_secret)_[\w-]{20,}/g },
  { rule: 'netlify', pattern: /\bnf[pc]_[A-Za-z0-9]{30,}/g },
  { rule: 'planetscale', pattern: /\bpscale_(?:tkn|pw|oauth)_[\w.-]{20,}/g },
  { rule: 'terraform', pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g },
  { rule: 'cloudflare', pattern: /\bv1\.0-[0-9a-f]{20,}-[0-9a-f]{100,}/g },
  { rule: 'jwt', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { rule: 'bearer', pattern: /\b(?:Bearer|Basic|Token)\s+(?<secret>[A-Za-z0-9._~+/-]{20,}={0,2})/g, isSecret: isMixed },
  {
    rule: 'url-password',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`<>]{0,80}:(?<secret>[^\s/@'"`<>]{3,200})@[\w.-]+/gi,
    isSecret: isNoPlaceholder,
  },
  {
    rule: 'assigned-secret',
    pattern: new RegExp(
      String.raw`(?<![\w-])${NAME}["'\`]?\s{0,4}(?::=|=>|[:=])\s{0,4}(?:["'\`](?<quoted>[^\s"'\`]{8,300})["'\`]|(?<secret>[^\s"'\`,;(){}<>[\]]{12,300})(?![\w(]))`,
      'gi',
    ),
    isSecret: isAssigned,
  },
]

/** Words that are where a secret goes. */
const PLACEHOLDER =
  /your|example|placeholder|change.?me|redacted|masked|dummy|sample|<|\.\.\.|x{4,}|\*{3,}|process\.env|environ|getenv|secrets\.|\$\{|\$\(|undefined|null|string|number|boolean/i

function isNoPlaceholder(secret: string): boolean {
  return (
    !PLACEHOLDER.test(secret) &&
    !/^(?:password|passwd|pass|secret|user|token|pwd)$/i.test(secret) &&
    !secret.startsWith('$')
  )
}

/** Letters and digits in no order that a word or a path has. */
function isMixed(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && isNoPlaceholder(secret) && entropy(secret) > 3
}

function isAssigned(secret: string): boolean {
  if (
    !isNoPlaceholder(secret) ||
    /^(?:\/|\.\/|https?:)|[/\\].*[/\\]|^[a-z]+(?:[A-Z][a-z]+)*$|^[\w]+(?:\.[A-Za-z_]\w*)+$/.test(secret)
  )
    return false
  if (/^[\w.]+\(/.test(secret) || /^[A-Z_]+$/.test(secret) || /^[a-z]+(?:[-_][a-z]+)*$/i.test(secret)) return false
  return (/\d/.test(secret) || /[^\w]/.test(secret)) && /[A-Za-z]/.test(secret) && entropy(secret) > 2.5
}

/** Bits a character, by how often each is there. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
