interface Unspaced {
  readonly one: RegExp
  readonly each: RegExp
  readonly runs: RegExp
}

let made: Unspaced | undefined

/**
 * Characters of scripts that are written without spaces, or whose words carry their endings with them. The patterns are made
 * when a text is first looked at: that takes longer than to open a store.
 */
export function unspaced(): Unspaced {
  made ??= {
    one: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u,
    each: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/gu,
    runs: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu,
  }
  return made
}
