import { families } from './phrase.ts'

/** Rules, facts, open and closed work once more, said by people in a hurry, in a suit, or far from home. */
export const VARIED_MORE = {
  constraint: [
    ...families(
      'user',
      `
Compliance will not let us change {P}.
Security wants {P} left alone.
The auditors are reading {P} this week, so it has to hold still.
Our partner parses {P}, a single new line would break them.
If you must change something, change anything but {P}.
You may add files beside {P}, not change it.
Work in other folders; {P} is closed.
Hands off {P} until I say so.
Whoever edits {P} buys cake, so please do not.
Handle {P} with gloves: look, do not touch.
Assume you have no write access to {P}.
Revert anything that happens to {P}.
The content of {P} is contractually fixed.
{P} is shared with another product and must keep its shape.
{P} must be the same tomorrow as it is today.
{P} is signed off; reopening it is not possible.
{P} should be ignored for the whole of this work.
There must be no trace of {A} in the release.
Customers must never see {A}.
The word {A} must not appear in the interface.
Data from {A} has to stay inside the network.
Nothing leaves {A} unencrypted.
Tests may not talk to {A}.
Whatever we build has to run without {A}.
It has to run on {A} as well.
It has to be finished before {V}.
It has to fit into {V}.
It needs to start in less than {V}.
Users will not accept more than {V}.
The device has {V} of flash, we cannot exceed that.
More than {V} would violate the agreement.
Whenever you add a table, add it to {A} too.
Before anything is merged it needs a thumbs up from {A}.
Each release has to be announced in {A}.
Error messages have to be in {A}.
Everything has to be licensed under {A}.
Every query has to be limited to {V} rows.
Any new endpoint has to be behind {A}.
Commits are signed with {A}, otherwise they are refused.
Numbers are formatted the {A} way throughout.
Prices are never rounded before {A}.
Deployments on Fridays are forbidden.
Nobody except {A} gets access.
Do everything behind the {A} flag.
Keep {A} working at all costs.
We guarantee {A} to our customers, so it must not break.
The signature of {A} is public and cannot change.
Never ever print the contents of {A}.
You are not allowed to install anything but {A}.
I insist on {A} for every new module.
I expect {A} to be used throughout.
I don't care how, but {C} must not exceed {V}.
Please make no assumptions about {A}.
Please never mention {A} in public.
Please do not use {A} in examples.
Without {A}'s approval nothing goes out.
`,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
A company called {A} runs {C} for us.
A colleague of mine, {A}, built {C} in a weekend.
About {V} of our users are on mobile.
According to the contract we have {V} seats.
All of this is paid for by {A}.
As of this month {A} is our payment provider.
At night {C} is moved to {A}.
At the moment {C} is served from {A}.
Before that it ran on {A}.
By the end of the year we will have {V} users.
Everybody here calls it {A}.
Everyone logs in through {A}.
For historical reasons {C} lives on {A}.
From what support tells me, {A} is the one complaining.
He goes by {A}.
Her name is {A} and she runs {C}.
Here is the context: {A} bought us last year.
Historically {C} was part of {A}.
I work for {A}.
I have an account on {A}.
I use {A} on my laptop.
In our setup {A} sits in front of {C}.
In the warehouse they scan with {A}.
It costs us {V} every time {C} is down.
It takes {V} to rebuild the index.
It usually takes {V}.
It was {V} last time I looked.
My manager is {A}.
Most customers are still on {V}.
Most of the load is caused by {A}.
On weekends we see {V} visitors.
One of our sensors, {A}, reports in feet.
Only {V} of the machines have been updated.
Our accountants use {A}.
Our biggest competitor is {A}.
Our game runs at {V} frames.
Our lab uses {A} for measurements.
Our legal entity is {A}.
Our sales people live in {A}.
Our clinic runs {A}.
Our planes report through {A}.
People in the field use {A}.
Right now {C} points at {A}.
She wrote {C} while she was at {A}.
Since the merger {C} belongs to {A}.
Staging is a copy of {A}.
That customer has {V} shops.
That number, {V}, comes from the sensor.
The building has {V} floors, each with a gateway.
The files arrive from {A} every night.
The first batch went to {A}.
The model was trained on {A}.
The name on the invoice is {A}.
The other office is in {A}.
The patients are identified by {A}.
The same hardware is used at {A}.
The sensor drifts by {V} a day.
The server room is at {A}.
The shop closes at {V}.
The thing behind {C} is {A}.
The vehicle sends {V} messages a minute.
There used to be a {A} in front of {C}.
They are on {A}, in case you wonder.
This was {A}'s idea.
Two of our plants, one of them {A}, are offline at night.
Under the desk there is a machine named {A}.
We are a team of {V}.
We are located in {A}.
We are talking about {V} records.
We measure it in {A}.
We moved there from {A}.
We rent {C} from {A}.
We see roughly {V} per day.
What you see there is {A}, our test customer.
You can reach {C} under {A}.
You get to {C} via {A}.
Yesterday it was {V}.
`,
    ),
  ],
  thread: [
    ...families(
      'both',
      `
A word on {A}: it is still unsolved.
An open end: {A}.
As soon as we have the keys, {A} follows.
At the end of the week I would like to have {A}.
Eventually {A} has to go.
Further down the road: {A}.
How {C} deals with {A} is still to be settled.
If time allows, {A}.
In the next iteration we add {A}.
In the long run {C} wants {A}.
It is on us to deliver {A}.
Later this month: {A}.
Make a note: {A} is unfinished.
Mental note: {A}.
More work is needed on {A}.
Next week {A} is on.
Not today, but soon: {A}.
Note for the future: {A}.
On the agenda for Thursday: {A}.
Only {A} stands between us and the release.
Parked: {A}.
Please bring up {A} again on Monday.
Please remember {A} when we are through here.
Please schedule {A} for after the holidays.
Queue {A} up after this.
Save {A} for a rainy day.
Still on my mind: {A}.
The customer is waiting for {A}.
The hole in {C} is {A}.
The job is not complete without {A}.
The migration of {A} is halfway there.
The missing bit is {A}.
The part about {A} is yet to be written.
The plan for tomorrow is {A}.
The review of {A} is outstanding.
The story does not end here, {A} is waiting.
The user manual says nothing about {A} yet, that needs to be added.
Then there is {A}, which nobody has picked up.
There is more to do: {A}.
We are not through with {A}.
We do not have {A} yet.
We have promised {A} to the customer.
We have to find time for {A}.
We keep pushing {A} ahead of us.
We want {A} as well, in due time.
What about {A}? Still open.
What we do not have is {A}.
When you get a chance, {A}.
Would be great to get {A} done this month.
{A} can be done in a separate step.
{A} has been on hold since spring.
{A} has not seen any work.
{A} is a task for another day.
{A} is due on Friday.
{A} is far from done.
{A} is in the queue.
{A} is next in line.
{A} is not wired up.
{A} is planned but not started.
{A} is promised for March.
{A} is where we pick up next time.
{A} is work in progress.
{A} needs another look.
{A} needs somebody's time.
{A} still needs a decision.
{A} stays on the list.
{A} wants a second pair of eyes.
{A} waits for data from the lab.
{A} would be nice to have later.
`,
    ),
    ...families(
      'agent',
      `
Deliberately left out: {A}.
For completeness: {A} is not implemented.
I did everything except {A}.
I have deferred {A}.
I have left {A} untouched, since it needs your input.
I ran out of time for {A}.
I suggest {A} as the next step.
I was not able to verify {A}.
If you want, I can do {A} next.
In a later change {C} should get {A}.
Not part of this change: {A}.
Not verified: {A}.
Remaining: {A} and its tests.
Suggested next: {A}.
The following is not done: {A}.
There is one item left, {A}.
This does not yet cover {A}.
What still has to happen: {A} for {C}.
{A} is commented out until {C} is ready.
{A} is not covered by tests.
{A} is not part of it yet.
{A} throws "not implemented".
`,
    ),
  ],
  closing: [
    ...families(
      'both',
      `
As for {A}, that is done now.
Consider {A} finished.
Consider {A} closed.
Cross {A} off.
Everything about {A} is done.
Good, {A} is out of the way.
I closed {A} this morning.
I got {A} done yesterday.
I have handled {A}.
I wrapped up {A}.
It turned out we do not need {A}.
It was easier than thought: {A} is finished.
Let's strike {A} from the list.
Mark {A} as done.
My part of {A} is complete.
Nothing more to do about {A}.
Somebody else did {A}.
Support says {A} no longer shows up.
The customer accepted {A}.
The customer no longer wants {A}.
The work on {A} is over.
There is no need for {A} now.
They fixed {A} on their side.
We can forget {A}.
We got {A} out of the door.
We have {A} now.
We put {A} to rest.
You did {A} already.
{A} became unnecessary.
{A} fell off the list.
{A} has been dealt with.
{A} has been delivered.
{A} has been tested and is done.
{A} is history.
{A} is in production.
{A} is no longer on the list.
{A} is ready.
{A} is through.
{A} is up and running.
{A} made it into the release.
{A} passed review and is merged.
{A} resolved itself.
{A} was delivered on Friday.
{A} was implemented in the meantime.
`,
    ),
  ],
}
