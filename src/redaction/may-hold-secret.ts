/** How every secret that a rule knows begins, or what is before it. */
const BEGINNINGS = [
  '-----BEGIN',
  'AGE-SECRET',
  'A3T|A(?:KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z0-9]',
  'AIza|GOCSPX|ya29\\.',
  'sk-|(?:sk|rk|whsec)_',
  'gh[pousr]_|github_pat_|x-oauth-basic',
  'gl[a-z]{2,6}-|gl(?:c|sa)_|hvs\\.|hvb\\.|hvr\\.|gsk_|hf_|lin_api|ntn_|secret_',
  'xox|xapp-|hooks\\.slack',
  'SG\\.|SK[0-9a-f]{8}|key-[0-9a-f]|-us\\d',
  'shp(?:pa|ca|at|ss)_|vc[piark]_|dapi[A-Fa-f0-9]|dckr_pat|figd_|ops_ey',
  ':AA[\\w-]{9}|\\.[\\w-]{6}\\.[\\w-]{20}|api/webhooks',
  'npm_|_authToken|pypi-|rubygems_|do[opr]_v1|sq0|NRAK-|HRKU-|sbp_|sb_secret|nf[pc]_|pscale_|atlasv1|v1\\.0-',
  'eyJ[\\w-]{8}',
  '(?:Bearer|Basic|Token)\\s',
  '[Ss]ig=',
  '://[^\\s/@]*:[^\\s/@]+@|(?:mongodb|mysql|postgres)\\S*://',
]

/** What is given a value as secrets are: the value has to be looked at. */
const ASSIGNED =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|credentials?|key|account(?:_?id)?)["'`]?\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]?[^\s"'`]{8}/i

/** Any assignment at all: that is seen much sooner than what is assigned. */
const ASSIGNMENT = /[A-Za-z]["'`]?\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]?[^\s"'`]{8}/

/** One after the other they are faster than as one. */
const SUSPECTS = BEGINNINGS.map((beginning) => new RegExp(beginning))

/** A quick look, wrong only by saying yes: nearly every text has no secret, and the rules take a while. */
export function mayHoldSecret(text: string): boolean {
  return SUSPECTS.some((suspect) => suspect.test(text)) || (ASSIGNMENT.test(text) && ASSIGNED.test(text))
}
