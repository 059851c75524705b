declare const passed: unique symbol

/** Text in which every secret that a rule knows is masked. Only `mask` and what is below makes it of other text. */
export type Masked = string & { readonly [passed]: 'masked' }

/** Text as it was recorded. Only `exactly` makes it, and only what the architecture test names may call that. */
export type Exact = string & { readonly [passed]: 'exact' }

/** What a shell may print or send. */
export type Passed = Masked | Exact

/** Stet's own words, which nobody recorded: help, progress, a version. */
export function ownWords(text: string): Masked {
  return text as Masked
}

/** What is masked in another form: escaped, indented, cut. A form that decodes text must not be made so. */
export function reshaped(text: Masked, reshape: (text: string) => string): Masked {
  return reshape(text) as Masked
}

/** Stet's own words around what is masked: a template whose values have all passed. */
export function composed(words: TemplateStringsArray, ...values: readonly (Masked | number)[]): Masked {
  return String.raw({ raw: words }, ...values) as Masked
}
