/** Languages that a session may be in while its entries are in another. */
const LANGUAGES = 'en de fr es pt it nl pl cs sv da nb fi tr ru uk ja zh ko'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** How an English month or day of the week begins in other languages; undefined for any other word. */
export function dateWords(word: string): readonly string[] | undefined {
  const [month, day] = [MONTHS.indexOf(word), DAYS.indexOf(word)]
  if (month === -1 && day === -1) return undefined
  // The first of February 2026 was a Sunday.
  const date = month === -1 ? Date.UTC(2026, 1, 1 + day) : Date.UTC(2026, month, 1)
  const part = month === -1 ? 'weekday' : 'month'
  const words = LANGUAGES.map((language) =>
    new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }).format(date).toLowerCase(),
  )
  return [...new Set(words.flatMap(beginnings))]
}

/** Endings change with the case, `terça-feira` is a `terça`, and `11月` may be parted. */
function beginnings(word: string): readonly string[] {
  const [first] = word.split('-')
  const stem = first!.length > 5 ? first!.slice(0, Math.max(5, first!.length - 2)) : first!
  return /^\d/.test(word) ? [word, word.replace(/(?<=\d)(?=\D)/, ' ')] : [stem]
}
