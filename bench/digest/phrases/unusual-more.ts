import type { Phrases } from './phrase.ts'

/** More phrasings off the beaten track, in seven languages; they were kept out of development once. */
export const UNUSUAL_MORE: Phrases = {
  decision: [
    {
      who: 'user',
      phrases: [
        'Talked it through with Priya: {C} moves ahead on {A}, and we say goodbye to {B}.',
        'I have signed the paperwork for {A}, so {B} need not be looked at again.',
        "You convinced me, {A}. {B}'s licence would have been a headache anyway.",
        'Let {A} carry {C}. With {B} we would be paying per seat.',
        'Of the two proposals the one with {A} gets my blessing; the {B} one does not.',
        'Plan B it is not: {C} sits on {A}, end of discussion about {B}.',
      ],
    },
    {
      who: 'agent',
      phrases: [
        'Both were workable, yet {A} keeps {C} in one process where {B} forks, so the code now uses {A}.',
        'I wrote {C} against {A}. I had {B} in mind at first, but its API is synchronous.',
        'For {C}, {A} is the design I implemented; {B} was the other candidate and lost on startup time.',
        'Having benchmarked them side by side, I kept {A} and threw away the {B} branch.',
        'We now do {C} through {A}, {B} having proven flaky under load.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'From today {C} depends on {A} and no longer on {B}.',
        'The vote was four to one for {A} against {B}.',
        'Architecture review outcome: {A} in, {B} out.',
        'We bury the idea of {B}; {A} takes its place in {C}.',
        'It boils down to cost, and {A} is cheaper than {B}, therefore {A}.',
        "Let's not overthink it. {A} for {C}, {B} never again.",
      ],
    },
    {
      who: 'both',
      phrases: [
        'Für {C} setzen wir auf {A}, mit {B} hätten wir zwei Datenbanken.',
        'Pour {C}, {A} est validé ; {B} demandait trop de maintenance.',
        'Para {C} apostamos por {A}; {B} nos obligaba a reescribir todo.',
        'Per {C} usiamo {A} e non {B}, che è troppo pesante.',
        'Ficamos com {A} para {C}, porque {B} não tem suporte.',
        'Voor {C} kiezen we {A} in plaats van {B}.',
      ],
    },
  ],
  constraint: [
    {
      who: 'user',
      phrases: [
        'Whatever you do, {P} has to come out of this byte for byte as it went in.',
        'Legal asked that nobody lays a finger on {P}.',
        'Treat {P} as someone else’s property.',
        'If {P} shows up in your diff, I will reject it.',
        'I would be very unhappy to see {P} rewritten.',
        'The other team is in the middle of {P}, so work around it.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Response times beyond {V} are unacceptable to the client.',
        'Our policy says no third-party code, {A} included.',
        'Nothing may be logged that comes from {A}.',
        'Pull requests without a note in {A} get bounced.',
        'All public functions carry the {A} prefix, without exception.',
        'Stick to the standard library; {A} is not to be installed.',
        'Anything that leaves the building goes through {A} first.',
      ],
    },
    {
      who: 'user',
      phrases: [
        '{P} bleibt bitte komplett unverändert.',
        'Ohne Rücksprache wird an {P} nichts gemacht.',
        'Interdiction de toucher à {P} avant vendredi.',
        'Que nadie modifique {P}, está congelado.',
        'Il file {P} non va toccato.',
        'Não mexas em {P}.',
      ],
    },
  ],
  fact: [
    {
      who: 'user',
      phrases: [
        'Our biggest tenant, {A}, accounts for most of the traffic.',
        'The person to ask about {C} is called {A}.',
        'Last quarter {C} handled {V} orders.',
        'You will find the production keys in {A}.',
        'Marketing refers to {C} as {A}.',
        'We bought {A} two years ago and it came with {C}.',
        'The nightly job kicks in at {V}.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Only the {A} region is affected, in case that helps.',
        'Finance closes the books on {V}.',
        'The load balancer drops connections after {V}.',
        'Behind {C} there is an old {A} installation.',
        'On staging the database is {A}, not the one you see locally.',
        'The contract with {A} runs out in autumn.',
      ],
    },
    {
      who: 'user',
      phrases: [
        'Der Testserver hört auf den Namen {A}.',
        'Unser Ansprechpartner bei der Bank ist {A}.',
        'La base de prod est hébergée chez {A}.',
        'El proveedor de pagos se llama {A}.',
        'Il cluster di produzione si chiama {A}.',
        'O servidor fica em {A}.',
      ],
    },
  ],
  thread: [
    {
      who: 'user',
      phrases: [
        'When there is a quiet moment, somebody ought to look at {A}.',
        'Put {A} on the pile for next sprint.',
        'I still owe the customer an answer about {A}.',
        'Before the launch we also want {A} for {C}, just not today.',
        '{A} is the next thing I would like to see tackled.',
        'We can live without {A} this week, but not forever.',
      ],
    },
    {
      who: 'agent',
      phrases: [
        'I did not get to {A}; that part of {C} is as it was.',
        'Open: {A}.',
        'One gap: {C} ignores {A} so far.',
        'I stopped short of {A}, which needs its own change.',
        'Worth doing afterwards: {A} for {C}.',
        '{A} is stubbed and throws until someone fills it in.',
      ],
    },
    {
      who: 'both',
      phrases: [
        'Um {A} müssen wir uns noch kümmern.',
        '{A} steht weiterhin aus.',
        'Il reste à traiter {A}.',
        'On verra {A} la prochaine fois.',
        'Nos falta {A} en {C}.',
        'Dobbiamo ancora fare {A}.',
      ],
    },
  ],
  closing: [
    {
      who: 'both',
      phrases: [
        '{A} went live this morning.',
        'Good news: {A} needs no more work.',
        'We can put a tick next to {A}.',
        '{A} has been taken off our plate.',
        'I finished {A} last night.',
        'Turns out {A} solved itself.',
        '{A} ist erledigt.',
        '{A} est réglé.',
        '{A} ya está resuelto.',
      ],
    },
  ],
  request: [
    {
      who: 'user',
      phrases: [
        'Have a look at why {P} is slow.',
        'I want to see the call graph of {A}.',
        'Add a flag to {A} that prints the config.',
        'Trim {P} down a bit.',
        'Kannst du {P} aufräumen?',
        'Peux-tu relire {P} ?',
        'Echa un vistazo a {P}.',
        'Write a test for {A}.',
        'Where does {A} get its input from?',
      ],
    },
  ],
  report: [
    {
      who: 'agent',
      phrases: [
        'The handler in {P} parses the header and passes it on.',
        '{A} is only called from {P}.',
        'I added the flag and covered it with a test.',
        'There are three callers of {A}, all in {P}.',
        'Tests are green after the change to {P}.',
        'The stack trace points at {A}.',
        'This confirms that {A} returns early when the list is empty.',
        'Ich habe {P} angepasst und die Tests laufen durch.',
        "J'ai mis à jour {P}.",
      ],
    },
  ],
  musing: [
    {
      who: 'both',
      phrases: [
        'In another life we would have built this on {A}.',
        'A friend swears by {A} and hates {B}.',
        'One could argue for {A}, one could argue for {B}.',
        'If money were no object, {A} would be nice.',
        'I am on the fence between {A} and {B}.',
        'The header of {P} claims it is generated.',
      ],
    },
    { who: 'user', phrases: ['Any opinion on {A} versus {B}?', 'Would {A} even run here?'] },
  ],
  chatter: [
    { who: 'both', phrases: ['Brilliant.', 'Back in five.', 'Makes sense.', 'Nice work so far.', 'Right then.'] },
  ],
}
