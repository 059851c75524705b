import { families, type Traps } from '../../phrase.ts'

/** What sounds like something to keep and is not: nobody decided it, ordered it or said that it is so. */
export const SECOND_TRAPS: Traps = {
  hypothetical: [
    ...families(
      'user',
      `
      if we had gone with {A} instead of {B} we'd be home by now, funny how that goes
      imagine {A} replaced {B} entirely, that would be a different product
      suppose every request went through {A}; {B} would be pointless then, but that's just me thinking aloud
      in a perfect world nobody would ever edit {P} by hand
      we might end up on {A} one day, who knows
      if money was no object I'd say {A} over {B} in a heartbeat
      were we a bigger shop we could afford to run {A} next to {B}
      playing devil's advocate here: one could argue that {A} should never touch {B}
      had {A} been around back then, maybe somebody would have picked it over {B}
      I sometimes dream of throwing {B} out and rewriting it all on {A}, not going to happen of course

      wenn ich Millionär wäre, würde ich {B} wegwerfen und alles mit {A} neu bauen
      si un jour on avait le budget, on pourrait rêver de {A} à la place de {B}
      si fuéramos diez personas, tal vez usaríamos {A} en vez de {B}
      kdybychom měli víc času, možná bychom místo {B} zkusili {A}
      如果当初用的是 {A} 而不是 {B}，也许会简单一点
    `,
    ),
    ...families(
      'agent',
      `
      One could imagine {A} taking over from {B}, but nothing here depends on that.
      Purely hypothetically, with {A} in place of {B} this function would be shorter.
      If you ever wanted to, {A} could stand in for {B}; I have not changed anything in that direction.
    `,
    ),
  ],
  question: [
    ...families(
      'user',
      `
      should we use {A} or {B} for {C}?
      is {A} really any faster than {B}?
      does {A} have to be initialised before {B}?
      who would even want {A} instead of {B}?
      do we always need {A} before a commit, or is that just a habit?
      is {P} allowed to import {A}?
      what would speak against {A}?
      are we supposed to keep {A} out of {P}?
      hm, so is it {A} or is it {B} that must never be restarted?
      any opinion on moving {C} from {B} to {A}?
      would it be crazy to drop {B} and take {A}?

      sollten wir lieber {A} statt {B} nehmen?
      est-ce qu'il faut toujours passer par {A} ?
      ¿conviene usar {A} en lugar de {B}?
      devemos usar {A} ou {B}?
      je lepší {A}, nebo {B}?
      {A} 和 {B} 哪个更好？
      {A}と{B}、どちらがいいと思いますか？
    `,
    ),
    ...families(
      'agent',
      `
      Would you prefer {A} or {B} for {C}?
      Do you want me to replace {B} with {A}, or should it stay as it is?
      Is {P} meant to be edited by hand?
    `,
    ),
  ],
  quoted: [
    {
      who: 'user',
      phrases: [
        'some guy on Hacker News wrote "always use {A}, never {B}" and got 300 upvotes for it',
        '> We decided to go with {A} because {B} is slow.\n\nthat is from the blog of some other company, how seriously should one take it?',
        'translate this sentence to German: "{A} must never be restarted during the day"',
        'fix the grammar in this example sentence: "we has chosen {A} and dropped {B}"',
        'the slide of that conference talk said "{B} is dead, everybody must move to {A}", made me laugh',
        'What does the author mean by "never call {A} from {B}"? I found it in a book from 2009.',
        'the placeholder text in the mockup reads "From now on we use {A} instead of {B}", make it shorter',
        '```\n# example config of another project\n# do not edit {P}, always go through {A}\n```\nwhich syntax is this?',
        'a competitor\'s changelog: "switched from {B} to {A} for performance reasons". thought you might find it amusing',
        'my old boss used to say "thou shalt not touch {A}", those were the days',
        'auf der Konferenz hieß es "{A} ist Pflicht, {B} ist verboten", na ja, Marketing halt',
        'traduis-moi cette phrase en anglais : « nous avons choisi {A} plutôt que {B} »',
        'traduce al inglés la frase "nunca uses {A} sin {B}"',
        '把这句话翻译成英文：“我们决定用 {A}，不用 {B}”',
      ],
    },
    {
      who: 'agent',
      phrases: [
        'The tutorial you pasted says "always prefer {A} to {B}"; that is its author\'s taste.',
        'Your sentence in better English: "We have chosen {A} and dropped {B}."',
      ],
    },
  ],
  'small talk': [
    ...families(
      'user',
      `
      {A} sounds like the name of a pokemon
      my cat walked over the keyboard while I was typing {A}, sorry about that
      I can never spell {A} right, not before coffee anyway
      just told my wife about {A} over dinner, she fell asleep
      lol {A}, who comes up with these names
      a colleague has a {A} sticker on his laptop and a {B} one on his bike
      {A} and {B}, sounds like a law firm
      oh man {A}, that brings back memories of my first job
      we had cake today to celebrate the birthday of the {A} mascot
      my kid asked me what {A} is and I had no answer, haha

      {A} klingt wie ein Möbelhaus, oder
      {A}, on dirait un nom de fromage, mdr
      {A} suena a nombre de dragón jaja
      {A} zní jako jméno trpaslíka, haha
      {A} 这个名字真好玩，哈哈
    `,
    ),
    ...families(
      'agent',
      'Ha, {A} would make a fine name for a band.\nI like the ring of {A} and {B}, like a pair of comedians.',
    ),
  ],
  output: families(
    'user',
    `
    npm warn {B} has moved, please install {A} in its stead
    # We chose {A} over {B} because it is faster.
    // TODO(jk): replace {B} with {A} before the next release
    NOTE: never call {A} without holding the lock of {B}
    - You must not edit {P} by hand.
    2031-04-02 02:11:09 INFO switching from {B} to {A}
    hint: always run {A} after changing {P}
    Decision: {A} is used for caching; {B} was rejected.
    [info] {A} now listens instead of {B}
    * fixed: {A} no longer depends on {B}
    assert policy == "no writes to {A}", "writes to {A} are forbidden"
    description: we moved everything from {B} to {A} in this version
    Hinweis: {A} darf nur über {B} aufgerufen werden
    ATTENTION : ne jamais modifier {P}
    注意：必须先启动 {A} 再启动 {B}
  `,
  ),
}
