/** How a sentence is built, whatever its words are. */
const SHAPES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['arrow', /→|->|=>/],
  ['brackets', /\([^)]{3,}\)|（[^）]{3,}）/],
  ['equals', /\S\s*=\s*\S/],
  ['clauses', /[,，、;；]\s*\S/],
  ['break', /[;—–]|\.{2,}|…/],
  ['colon', /[^\d/][:：]\s*\S/],
  ['shout', /!\s*$|\b[A-Z]{4,}\b/],
  ['number', /(?<![\w-])\d/],
  [
    'time',
    /(?<!\p{L})(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|today|tonight|tomorrow|tmrw|yesterday|(?:next|this|last) (?:week|month|sprint|quarter|year|release)|week-?end|morning|evening|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|heute|morgen|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|lunedì|martedì|giovedì|venerdì|domani|segunda|terça|quarta|quinta|sexta|amanhã|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)(?!\p{L})|(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)|明天|周[一二三四五六日]|下周|来週|明日|曜日/iu,
  ],
  [
    'measure',
    /(?<![\w.])\d[\d.,' ]*\s?(?:[kmgt]i?b|k|m|ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|%|percent|€|\$|£|eur|usd|chf|px|pt|cores?|users?|rows?|lines?|chars?|letters?|people|devices?|times?|tage?|stunden?|zeilen|jours?|heures?|días?|horas?)(?!\p{L})|[€$£]\s?\d|上限|以内/iu,
  ],
  [
    'place',
    /\b(?:[\w-]+\.)+(?:com|org|net|io|dev|local|internal|lan|intra|corp|cloud|app|ch|de|fr|uk|eu|es|it|nl|br|jp|cn|in)\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\bport \d+|:\d{2,5}\b/i,
  ],
  [
    'errand',
    /(?<!\p{L})(?:i['’]?ll|i will|i shall|i(?:['’]ve)? (?:have|got|need|want) to|i gotta|gonna|i (?:can|must) (?:ask|check|call|talk)|remind me|ich (?:frage?|rufe?|mache?|kläre?|schreibe?|kümmere?|muss)|je (?:vais|dois|demande)|(?:le|les|lui) demande|tengo que|voy a|devo|vou|ik (?:vraag|bel|moet))(?!\p{L})/iu,
  ],
  [
    'not the other',
    /(?:,| -|–|;) ?(?:and )?(?:not|no|never|nicht|kein\w*|pas|sin|non|não|niet) \S|(?<!\p{L})(?:instead of|rather than|over|statt|anstatt|plutôt que|en vez de)(?!\p{L})/iu,
  ],
  ['both ways', /(?<!\p{L})(?:vs\.?|versus|or|oder|ou|\bo\b)(?!\p{L})/iu],
  ['then', /\b(?:then|it is|so be it|after all|for good|from now on|dann|also|donc|entonces|pues)[.!]*$/i],
]

export function shapesOf(sentence: string): readonly string[] {
  return SHAPES.filter(([, pattern]) => pattern.test(sentence)).map(([name]) => name)
}

/** Words that build sentences, by what they do there, in all languages but Chinese and Japanese; the first that has a word counts. */
const LITTLE: Readonly<Record<string, string>> = {
  the: 'the a an our my your their its this that these those each every all any some der die das den dem des ein eine einen unser unsere mein le la les un une notre mon ma nos el los las una unos nuestro nuestra mi il lo gli nostro nostra o os as um uma nosso nossa meu het de een onze mijn nas nase muj',
  i: "i i'm i've i'll i'd ich je j'ai j yo io eu ik ja",
  we: "we we're we've we'll we'd us wir nous nosotros noi wij my",
  you: "you you're you've du ihr sie tu vous usted voce lei jij ty vy",
  it: "it it's he she they there there's here es er man elle on ce c'est ello ela ele hij zij ono to",
  is: "is are was were be been isn't aren't ist sind war wird est sont etait sera son esta estan era e sao foi zijn wordt werd jsou byl byla bude",
  has: 'has have had hat haben hatte ont avait tiene tienen tenia ha hanno aveva tem tinha heeft hebben maji mel',
  may: "can can't cannot could may might must should would will won't shall needs need kann muss soll darf doit peut devrait puede debe deve puo pode moet mag kan zou musi muze smi nesmi",
  not: 'not no never nobody none nicht nie kein keine ne pas jamais nunca non mai nao niet geen nikdy neni',
  and: 'and or but so because since while when if once until unless before after und oder aber weil wenn da et ou mais si quand y pero porque cuando perche quando quindi se mas en of maar want als omdat ale protoze kdyz',
  to: 'to for in on at by from with under over through into onto auf bei mit von fur im zu dans sur pour avec chez par con para por di per su em na com op bij met voor van v ve s z k pro',
  mark: '? ! : ;',
}
const little = new Map<string, string>()
for (const [place, words] of Object.entries(LITTLE)) {
  for (const word of words.split(' ')) if (!little.has(word)) little.set(word, place)
}
const ENDING = /(?:ed|ing|ly|s|t|en)$/

/** What a word does in a sentence, as far as it shows: a little word, a name, an ending. */
export function placeOf(word: string | undefined): string {
  if (word === undefined) return 'end'
  if (word.startsWith('§')) return 'name'
  return little.get(word) ?? ENDING.exec(word)?.[0] ?? 'word'
}
