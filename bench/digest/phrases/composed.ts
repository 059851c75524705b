import { families } from './phrase.ts'

/** Sentences put together from clauses: how a clause is framed tells what it is for. `<Take>` is `<take>` with a capital. */
export const COMPOSED = {
  decision: [
    ...families(
      'user',
      `
<Take>, <drop>.
<Take>, <drop>
<Take>; <drop>.
<Take>. <Drop>.
<Take> and <drop>.
<Take>, and <drop>.
<Take> - <drop>.
<Take> (<drop>).
<Drop>, <take>.
<Drop>; <take>.
<Drop>. <Take>.
<Drop>, so <take>.
<Drop>: <take>.

<Take>, because <bad>.
<Take>, since <bad>.
<Take>. <Bad>.
<Take>: <bad>.
<Take> as <bad>.
<Bad>, so <take>.
<Bad>. <Take>.
<Bad>, therefore <take>.
<Bad>. So <take>.
<Drop>, <bad>. <Take>.
<Drop>. <Good>.

<Take> instead of {B}.
<Take>, not {B}.
<Take> rather than {B}.
<Take> over {B}.
<Take> and not {B}.
<Take> in place of {B}.
Instead of {B}, <take>.
Not {B}: <take>.

<Good>, <bad>, so <take>.
<Good> and <bad>. <Take>.
<Take>. <Good>, <bad>.
I changed my mind: <take>, <drop>.
On second thought <take>. <Drop>.
After all, <take>. <Drop>.
OK, decided: <take>, <drop>.
We talked about it: <take>. <Drop>.
You are right, <take>. <Drop>.
`,
    ),
    ...families(
      'agent',
      `
<Took>; <left>.
<Took>, <left>.
<Took>. <Left>.
<Took> and <left>.
<Left> and <took>.
<Left>, so <took>.
<Left>. <Took>.

<Took>, because <bad>.
<Took> because <bad>.
<Took>, since <bad>.
<Took>. <Bad>.
<Took>: <bad>.
<Took>, as <bad>.
<Bad>, so <took>.
<Bad>, which is why <took>.
Since <bad>, <took>.
<Took> instead of {B}.
<Took> rather than {B}.
<Took>, not {B}.
<Took> instead of {B}, because <good>.
<Took> rather than {B}: <good>.
Instead of {B} <took>.

<Took> because <good>, while <bad>.
<Good> and <bad>, so <took>.
<Took>. The reason: <bad>.
<Took>. Reason: <good>, <bad>.
Design decision: <took>, <left>.
As agreed, <took>, <left>.
As you suggested, <took>; <left>.
`,
    ),
  ],
  musing: [
    ...families(
      'both',
      `
<Perhaps> <take>.
<Perhaps> <take>, <drop>.
<Perhaps> <would>.
<Perhaps>, <would>.
<Perhaps> <would> instead of {B}.
<Perhaps> <would>, because <bad>.
<Would>, but <perhaps> {B} is fine.
<Would>, I am not sure.
<Would>, or {B}.
<Would>, or we keep {B}.
<Would> if {B} fails.
<Would> one day.
<Would>, no idea.
<Would>. What do you think?
<Good>, <bad>, hard to say.
Pro: <good>. Con: <bad>.
On the one hand <good>, on the other hand {B} is there already.

<Quotes> <take>.
<Quotes> "<take>".
<Quotes> <take>, <drop>.
<Quotes> "<take>, <drop>".
<Quotes> <drop>.
<Quotes> <bad>.
<Quotes> <good>.
<Quotes> <rule>.
<Quotes> "<rule>".
<Quotes> <todo>.
<Quotes> "<todo>".
`,
    ),
    ...families(
      'user',
      `
Should <take>?
What if <take>?
Is it true that <bad>?
Do you think <good>?
Why do you think <bad>?
Does that mean <take>?
Would it help if <take>?
Or should <take>, <drop>?
Are you sure <bad>?
Could it be that <bad>?
What would happen if <take> and <drop>?
`,
    ),
  ],
  constraint: families(
    'user',
    `
<Rule>.
<Rule>
<Rule>!
<Rule>, <ruleWhy>.
<Rule>, because <ruleWhy>.
<Rule>: <ruleWhy>.
<Rule>. <RuleWhy>.
<Rule> - <ruleWhy>
<RuleWhy>, so <rule>.
Whatever you do, <rule>.
Whatever happens, <rule>.
Please, <rule>.
And please: <rule>.
Important: <rule>.
One rule: <rule>.
One condition: <rule>.
As always, <rule>.
From now on, <rule>.
Remember: <rule>.
I repeat: <rule>.
While you are at it, <rule>.
Do what you want, but <rule>.
Just make sure that <rule>.
The only condition is that <rule>.
I insist: <rule>.
`,
  ),
  fact: families(
    'user',
    `
<Tells>.
<Tells>
<Tells>.
<TellsFirst> <tells>.
<TellsFirst> <tells>
<TellsFirst> <tells>, <tells>.
<Tells>, <tellsFirst> that may matter.
<Tells> and <tells>.
<Tells>, in case you wonder.
<Tells>, if that helps.
<Tells>, as far as I know.
<Tells> these days.
<Tells>, has been for years.
`,
  ),
  thread: families(
    'both',
    `
<Todo>.
<Todo>.
<Todo>
<Todo> <todoWhen>.
<Todo>, <todoWhen>.
<TodoWhen>: <todo>.
<TodoWhen> <todo>.
<Todo>, but first things first.
<Todo>, I have not forgotten.
Besides that, <todo>.
Also, <todo>.
By the way, <todo>.
As for the rest: <todo>.
One more thing: <todo>.
Not now, but <todo>.
`,
  ),
  closing: families(
    'both',
    `
<Over>.
<Over>.
<Over>
<Over>, by the way.
<Over>, thanks.
<Over>, so that is that.
<Over> since yesterday.
Good news: <over>.
Update: <over>.
By the way, <over>.
FYI <over>
`,
  ),
  request: families(
    'user',
    `
<Asks> {P}.
<asks> {P}
<Asks> {A}.
<asks> {A}
<Asks> {A} in {P}.
<Asks> {P}, please.
Please <asks> {P}.
Please <asks> {A}.
Can you <asks> {P}?
can you <asks> {A} in {P}
Could you <asks> {A}?
I want you to <asks> {A}.
I need you to <asks> {P}.
I'd like you to <asks> {A} next to {B}.
Now <asks> {A}.
Now <asks> the other one, {B}.
Then <asks> {A} and {B}.
Next, <asks> {P}.
ok, <asks> {A}
OK now <asks> {P}.
Let's <asks> {P}.
let's <asks> {A}
First <asks> {P}, then <asks> {A}.
<Asks> {P} and <asks> {A}.
<Asks> {P} and tell me what you think.
<Asks> {A} so that it returns {B}.
<Asks> {A} so it matches {B}.
<Asks> {A} instead of {B} this time.
<Asks> {P}, <askWhy>.
<Asks> {A}, because <askWhy>.
<AskWhy>, please <asks> {P}.
<AskWhy>, can you <asks> {A}?
<AskWhy> when I open {B}.
While you are there, <asks> {A}.
Also <asks> {A}.
And <asks> {B} too.
Same for {B}.
Why is it that <askWhy>?
How do I <asks> {A}?
`,
  ),
  report: families(
    'agent',
    `
<Explains>.
<Explains>.
<Explains>, <explains>.
<Explains> and <explains>.
<Explains>, so <explains>.
<Explains> because <explains>.
<Explains>, because <explains>.
<Explains>, since <explains>.
<Explains>, but <explains>.
<Explains>, not {B}.
<Explains>, which is wrong.
<Explains>, which is fine.
<Explains>. <Explains>.
If <explains>, <explains>.
When <explains>, <explains>.
Since <explains>, <explains>.
Because <explains>, <explains>.
While <explains>, <explains>.
Once <explains>, <explains>.
Then <explains>.
So <explains>.
So <explains>, and <explains>.
But <explains>.
However, <explains>.
This is because <explains>.
That means <explains>.
This means that <explains>.
The reason is that <explains>.
The problem is that <explains>.
The fix: <explains>.
The cause: <explains>.
It looks like <explains>.
It seems that <explains>.
I think <explains>.
I noticed that <explains>.
I see, <explains>.
Before, <explains>. Now <explains>.
Note that <explains>.
Here <explains>.
In {P}, <explains>.
First <explains>, then <explains>.
<Narrates>.
<Narrates>.
<Narrates>
<Narrates>, <explains>.
<Narrates> because <explains>.
<Narrates>, since <explains>.
<Narrates>. <Explains>.
<Narrates> and <explains>.
<Narrates>: <explains>.
<Explains>, so <narrates>.
<Explains>. <Narrates>.
<Narrates>, <narrates>.
<Bad>.
<Good>.
<Bad>, <explains>.
<Bad> because <explains>.
`,
  ),
}
