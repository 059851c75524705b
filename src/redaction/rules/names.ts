/** What a name is the name of. Passwords are made by people, and may be words; the others are made by machines. */
export type Named = 'password' | 'token' | 'weak-key'

const PASSWORDS = new Set(
  'password passwd passphrase passwort passcode pass pwd pw psk kennwort userpass passw rootpw adminpw dbpass ldappw requirepass masterauth storepass keypass'.split(
    ' ',
  ),
)
const TOKENS = new Set(
  'secret secrets token credential credentials creds apikey authkey secretkey accesskey privatekey masterkey clientsecret authtoken accesstoken appsecret seckey auth jwt bearer sas authorization'.split(
    ' ',
  ),
)

/** What a key is that must not be seen; a key alone is one in a table, or a field. */
const KEYS = new Set(
  'api access secret private master encryption encrypt signing sign auth account license licence client service app deploy storage shared admin hmac aes jwt session webhook crypt crypto rsa ssh host server server2 root deployer wallet integration ingest subscription function functions publish write read license cipher data salt'.split(
    ' ',
  ),
)

/** What stands after the word itself: which one it is, or how it is written. */
const AFTER = new Set(
  'value val base data text string str plain raw id b64 base64 hex prod production dev development staging stage test live old new current primary secondary main default env var 1 2 3 0 a b'.split(
    ' ',
  ),
)

/** Tokens of texts and of pages, which are no secrets; what is public; what says something about one. */
const OTHERS = new Set(
  'public pub page next prev previous continuation sync eos bos pad unk sep cls mask special stop start end cancel cancellation design max min num n count total input output prompt completion cached cache first last per image type kind special word sub idempotency sort partition foreign primary row index cursor unique map dict object query lookup translation i18n locale message label field column attr attribute prop property param react element no not has is was should forgot reset change confirm show hide toggle enter without missing invalid wrong bad wait'.split(
    ' ',
  ),
)

/** Says something about a secret, and is none. */
const ABOUT = new Set(
  'ref name names path file url uri link length len size limit count type kind expires expiry expiration ttl age policy rule rules strength field input label placeholder hint prompt error message regex pattern validator validation provider manager store storage service handler helper util utils factory class template format prefix suffix header version enabled disabled required reset endpoint index schema hash_algo algorithm algo usage status state at on in by for of from to is rotation arn bits'.split(
    ' ',
  ),
)

/** What a name in any writing is the name of: `DB_PASSWORD`, `apiKey`, `x-auth-token`, `client-key-data`. */
export function namedBy(name: string): Named | undefined {
  const words = wordsOf(name)
  let last = words.length - 1
  while (last > 0 && AFTER.has(words[last]!)) last--
  const word = words[last]
  if (word === undefined || ABOUT.has(words.at(-1)!)) return undefined
  const before = words.slice(0, last)
  if (PASSWORDS.has(word) || /(?:password|passwd|passwort|passphrase)$/.test(word)) {
    return before.some((one) => OTHERS.has(one) && !['public', 'input', 'last', 'first'].includes(one))
      ? undefined
      : 'password'
  }
  const qualifier = before.at(-1)
  if (word === 'key' || word === 'keys') {
    if (qualifier === undefined) return undefined
    if (before.includes('public') || before.includes('publishable') || before.includes('pub')) return undefined
    if (KEYS.has(qualifier) || (words.length - 1 > last && KEYS.has(words[last - 1]!))) return 'token'
    return OTHERS.has(qualifier) ? undefined : 'weak-key'
  }
  if (word === 'pat') return qualifier === undefined ? undefined : 'token'
  if (TOKENS.has(word) || /(?:secret|token|apikey)$/.test(word)) {
    if (qualifier !== undefined && OTHERS.has(qualifier)) return undefined
    return 'token'
  }
  return undefined
}

/** The words of a name, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
