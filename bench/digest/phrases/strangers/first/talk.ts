import { families, type Phrases } from '../../phrase.ts'

/** What sessions are made of besides: what is asked for, how it goes, and small talk. None of it is to be kept. */
export const FIRST_TALK: Pick<Phrases, 'request' | 'report' | 'chatter'> = {
  request: families(
    'user',
    `
can you look at {P} and tell me what {A} is for
the spinner never goes away when I click save, have a look
add a flag to {A} so that I can turn the colours off
pls rename {A} to {B}, everywhere

write a test for the case where {A} gets an empty list
run the linter on {P} again
could you explain step by step what happens between {A} and {B}?
commit this and open a pr against main

it's still red. fix it
show me the diff of {P} first
what does the second argument of {A} do?
make the modal a bit wider and get rid of the shadow

now do the same thing for {B}
I get a blank page after login since your last change, any idea?
split {P} into two files, it's getting long
can you check in the logs whether {A} was called at all

continue
revert that last one
try it with a bigger input, something like ten thousand rows
und jetzt bitte noch eine kurze Beschreibung für den PR

ajoute un bouton pour exporter la liste
puedes mirar por qué falla el build?
oprav prosim ten test, pada to porad
帮我看一下 {P} 里的 {A}
{P} を読んで説明してください
`,
  ),
  report: families(
    'agent',
    `
I'll start by reading {P}.
{A} calls {B} twice per request, which is where the extra time goes.
Found it: the callback in {P} is registered before {A} exists.
Now let me update the call sites.

The tests pass. I changed three lines in {P}.
I see that {A} returns undefined when the list is empty.
Good, the build is green again.
The function {A} takes a list and hands each item to {B}.

Let me check how {B} is imported.
I've added the flag and documented it in the help text.
There are four usages of {A}, two of them in tests.
The failure comes from the snapshot, which still has the old heading.

Here is what happens: {A} opens the file, {B} reads the first line, and the rest is skipped.
I have pushed the branch and opened the pull request.
Looking at the stack trace, the exception is raised in {P}.
Let me run the suite once more to be sure.

Ich sehe mir zuerst {P} an.
J'ai ajouté le bouton, il appelle {A}.
He corregido la importación de {A} en {P}.
Vedo che {A} viene chiamato due volte.

O teste falha porque {A} devolve uma lista vazia.
Ik heb de drie aanroepen van {A} aangepast.
Opravil jsem překlep v {P}.
我先看一下 {P}。
{A} の呼び出し箇所を確認します。
`,
  ),
  chatter: families(
    'both',
    `
Great question!
You're right, my apologies.
Perfect, that's exactly what I hoped for.
Sure thing.

Happy to help, just say the word.
Makes sense to me.
Interesting, I did not expect that.
Let me know how it goes.

Alles klar!
Merci, c'est super.
Prima, dank je.
好的，没问题。
了解しました。
`,
  ),
}
