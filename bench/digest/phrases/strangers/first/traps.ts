import { families, type Traps } from '../../phrase.ts'

/** What sounds like something to keep and is not: nobody decided it, ordered it or said that it is so. */
export const FIRST_TRAPS: Traps = {
  hypothetical: [
    ...families(
      'user',
      `
if we ever get the budget, {A} would be a nice replacement for {B}
suppose {A} went away tomorrow, {B} would have to carry all that load
in a perfect world this would all run on {A}
had we started today I'd have taken {A}, but that ship has sailed
I was toying with the idea of {A}, no idea if it's any good
maybe {A}, maybe {B}, let me think about it over lunch
{A} might be nicer than {B}, or not, hard to say
wenn wir irgendwann mal wechseln sollten, käme eher {A} in Frage als {B}
on pourrait imaginer {A} un jour, qui sait
a lo mejor {A} sería más rápido que {B}, no lo sé
`,
    ),
    ...families(
      'agent',
      `
You could in theory swap {B} for {A}, at the cost of a second index.
An alternative would be {A}; I have not looked at what that entails.
One could imagine {A} in place of {B} here.
`,
    ),
  ],
  question: [
    ...families(
      'user',
      `
do we still need {A} or could {B} do that?
what was the reason for {A} over {B} again?
is {A} allowed in {P}?
who owns {A} these days, still the same people?
didn't we say {A} was off limits? or was that {B}
would {P} be the right place for {A}?
why is {A} so much slower than {B} on my laptop
kannst du mir sagen, ob {A} noch gebraucht wird?
est-ce que {A} sait lire les fichiers de {B} ?
{A} 还在用吗？
{A} と {B} はどちらが速いですか？
`,
    ),
    ...families(
      'agent',
      `
Should I go for {A} or would you rather have {B}?
Is it intended that {A} is skipped when {B} is empty?
`,
    ),
  ],
  quoted: [
    {
      who: 'user',
      phrases: [
        'this is what their chatbot told me, make of it what you will: "always use {A}, never {B}"',
        "> We decided on {A} because {B} is slow.\n\nthat's from some random blog post, is there anything to it?",
        '[10:42] jonas: lets just use {A}\n[10:43] mei: nah {B}\n[10:43] jonas: ok whatever\n\nthat is how meetings go here lol',
        'commit 3f2a91c\n    drop {B}, use {A} everywhere\n\ncan you find out what that commit broke?',
        'the old wiki had a page saying "All services must log to {A}." we deleted it years ago, just for your amusement',
        'From: sales@vendor.example\nSubject: your renewal\n\nYou should move all workloads to {A} before the {B} price goes up.\n\nspam like this every day...',
        'what did the author mean by `// TODO: replace {B} by {A}`?',
        "In the interview he said 'I would never touch {A} again', funny guy",
        '```\nRules\n- never import {A} from {P}\n- {B} is mandatory\n```\nis this how other projects write their guidelines?',
        'Der Prüfer schrieb wörtlich: „{A} ist zu ersetzen.“ Weißt du, was er damit meint?',
      ],
    },
    {
      who: 'agent',
      phrases: [
        'The comment above the function reads `never call {A} from {P}`; it is from 2016 and describes code that is gone.',
        'Upstream\'s changelog has the line "Switched from {B} to {A}", dated five years ago.',
      ],
    },
  ],
  'small talk': [
    ...families(
      'user',
      `
haha {A} sounds like a villain from a cheap fantasy novel
I met the guy who wrote {A} at a conference, he does sourdough now
{A} is my favourite thing in this whole repo, I have to say
my kid thinks {A} is a pokemon
good morning! I dreamt about {A}, that's how bad it is
we have a running joke in the office about {A} and {B}
thx, {A} looks gorgeous
I've been staring at {A} for so long that I see it in my sleep
wow ok, {A} was quicker than I'd have guessed
{A}, {B}... who comes up with these names lol
sorry was at lunch, {A} kept me busy all morning
danke, {A} sieht richtig gut aus!
haha {A}, to je teda název
`,
    ),
    ...families('agent', 'Nice naming, {A} made me smile.\nThanks, I enjoyed working on {A}!'),
  ],
  output: families(
    'both',
    `
warning: {A} is deprecated, use {B} instead
README.md:14: Never commit {P} by hand.
# TODO: move {A} to {B}
ADR 7: We will use {A} and not {B}. Status: accepted
You must set {A} before calling {B}.
{A} is running on port {V}
policy: all requests to {A} must be signed
// FIXME {A} leaks, come back to this
Decision: {A}. Rejected: {B} (cost).
note: {A} cannot be used together with {B}
- [ ] port {A} to {B}
IMPORTANT: do not edit {P}, it is generated.
HINWEIS: {A} darf nicht verändert werden
décision : on garde {A}, {B} est abandonné
`,
  ),
}
