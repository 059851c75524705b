declare const passed: unique symbol

/** Text in which every secret that a rule knows is masked. Only `mask` and what is below makes it of other text. */
export type Masked = string & { readonly [passed]: 'masked' }

/** A value in whose texts they are. */
export type MaskedValue<T = unknown> = T & { readonly [passed]: 'masked' }

/** Text that is masked, in UTF-8. */
export type MaskedBytes = Buffer & { readonly [passed]: 'masked' }

/** Text and bytes as they were recorded. Only what is in redaction/exactly.ts makes them. */
export type Exact = string & { readonly [passed]: 'exact' }
export type ExactBytes = Buffer & { readonly [passed]: 'exact' }

/** What a shell may print or send. */
export type Passed = Masked | MaskedBytes | Exact | ExactBytes

/** Stet's own words, which nobody recorded: help, progress, a version. Who may say so is listed in tests/architecture.test.ts. */
export function ownWords(text: string): Masked {
  return text as Masked
}

/** What is masked in another form: encoded, escaped, indented, cut. A form that decodes text must not be made so. */
export function reshaped<T>(masked: T & { readonly [passed]: 'masked' }, reshape: (value: T) => string): Masked {
  return reshape(masked) as Masked
}

/** Stet's own words around what is masked: a template whose values have all passed. */
export function composed(words: TemplateStringsArray, ...values: readonly (Masked | number)[]): Masked {
  return String.raw({ raw: words }, ...values) as Masked
}

export function maskedBytes(text: Masked): MaskedBytes {
  return Buffer.from(text) as MaskedBytes
}
