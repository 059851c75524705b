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
