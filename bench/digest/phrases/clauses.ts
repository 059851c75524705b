/** Parts of sentences by what they say, one a line. Phrases are put together from them: `<take>; <drop>`. */
export const CLAUSES: Readonly<Record<string, readonly string[]>> = parts({
  /** {A} is taken. */
  take: `
we go with {A}
we'll go with {A} for {C}
we're going with {A}
let's do {A}
let's use {A} for {C}
use {A} for {C}
please use {A}
do it with {A}
I want {A} for {C}
I'd like {C} to use {A}
make {C} use {A}
put {C} on {A}
build {C} on {A}
base {C} on {A}
switch {C} to {A}
move {C} over to {A}
{C} runs on {A} from now on
{C} will run on {A}
{C} will be based on {A}
{C} is going to use {A}
{C} gets {A}
{C} goes onto {A}
{C} stays on {A}
{A} wins
{A} won
{A} is the winner
{A} is in
{A} it is
{A} is what we use
{A} is what {C} will use
{A} is our pick for {C}
{A} is the plan
{A} is the way forward
{A} is settled
{A} is agreed
{A} has been agreed on for {C}
{A} has been chosen
{A} was picked for {C}
{A} got the nod
{A} gets the job
{A} convinced everybody
{A} convinced me
{A} stays
{A} is good enough for {C}
{A} does everything we need
{A} suits us better
{A} fits {C} better
the answer is {A}
the choice for {C} is {A}
the verdict is {A}
the vote went to {A}
my preference is {A}
my pick is {A}
I'm for {A}
I'm fine with {A}
I prefer {A}
I choose {A}
I'd take {A} any day
I trust {A} more
I settled on {A}
we settled on {A} for {C}
we agreed on {A}
we agreed that {C} uses {A}
we decided on {A}
we decided that {C} should use {A}
the team decided to use {A}
the team wants {A}
the team is behind {A}
the architects want {A}
my boss approved {A}
management signed {A}
security prefers {A}
everyone is happy with {A}
nobody objected to {A}
we have bought {A}
we are keeping {A}
we stick with {A}
we stay with {A}
we return to {A}
we adopt {A}
we take {A}
we're betting on {A}
we commit to {A}
go ahead with {A}
go for {A}
take {A}
keep {A}
ok {A}
yes, {A}
fine, {A} then
then {A}
so {A}
`,
  /** The agent took {A}. */
  took: `
I used {A} for {C}
I used {A}
I chose {A}
I picked {A} for {C}
I went with {A}
I've gone with {A}
I took {A}
I opted for {A}
I settled on {A} for {C}
I built {C} on {A}
I built {C} around {A}
I based {C} on {A}
I wrote {C} with {A}
I implemented {C} on top of {A}
I put {C} on {A}
I moved {C} to {A}
I switched {C} over to {A}
I ported {C} to {A}
I wired {A} into {C}
I plugged {A} into {C}
I made {A} the default for {C}
I kept {A}
I stayed with {A}
I went back to {A}
I introduced {A} for {C}
I adopted {A}
I decided on {A}
I decided to use {A} for {C}
I'm using {A} for {C}
I'm going with {A}
I'll go with {A}
I'll use {A} for {C}
I'll build {C} on {A}
I will stick with {A}
{C} uses {A}
{C} now uses {A}
{C} is now built on {A}
{C} is on {A} now
{C} now goes through {A}
{C} relies on {A}
{A} is what I used
{A} is what I built {C} on
{A} is in place for {C}
{A} now powers {C}
{A} was the better choice
{A} was the simpler option
{A} turned out to be the right tool
my choice was {A}
the implementation uses {A}
the final version uses {A}
as discussed, {C} uses {A}
as you wanted, {C} is on {A}
`,
  /** {B} is turned down. */
  drop: `
not {B}
no {B}
{B} is out
{B} is off the table
{B} is dead
{B} is history
{B} is gone
{B} is no option
{B} is not going to happen
{B} is too slow
{B} is too expensive
{B} is too complicated for us
{B} is not worth the trouble
{B} goes
{B} has to go
{B} can go
{B} had to go
{B} gets dropped
{B} gets removed
{B} was dropped
{B} was rejected
{B} was considered and rejected
{B} was too fragile
{B} was a dead end
{B} lost
{B} loses
{B} did not make it
{B} failed the test
{B} falls away
{B} stays out
{B} is cancelled
{B} will be removed
{B} will be retired
{B} will not be used
{B} won't do
{B} would be overkill
{B} would have been too much work
forget {B}
forget about {B}
drop {B}
skip {B}
scrap {B}
ditch {B}
remove {B}
delete {B}
leave {B} out
throw {B} away
stop using {B}
get rid of {B}
don't use {B}
don't bother with {B}
we drop {B}
we are dropping {B}
we leave {B} behind
we leave {B} alone
we don't need {B}
we don't want {B}
we won't use {B}
we gave up on {B}
we got rid of {B}
we ruled out {B}
we say goodbye to {B}
we are done with {B}
I don't want {B}
I don't trust {B}
I never liked {B}
I'm tired of {B}
I'm against {B}
nobody wants {B}
nobody liked {B}
nobody here knows {B}
nobody will miss {B}
the team hates {B}
the {B} idea is dead
the {B} experiment is over
the {B} route is closed
the {B} proposal was refused
let {B} go
so much for {B}
`,
  /** The agent turned {B} down. */
  left: `
I dropped {B}
I left {B} out
I left {B} alone
I removed {B}
I rejected {B}
I discarded {B}
I ruled {B} out
I decided against {B}
I did not use {B}
I avoided {B}
I skipped {B}
I tried {B} first
I tried {B} and gave up
I threw {B} away
I backed out of {B}
I turned {B} down
I considered {B} and rejected it
I looked at {B} too
{B} is gone
{B} is no longer used
{B} is no longer needed
{B} was not an option
{B} was out of the question
{B} was too slow in my tests
{B} did not work out
{B} did not survive the load test
{B} would have been more work
{B} would have meant more code
{B} would have needed a second service
{B} was the other candidate
{B} was the alternative
the alternative was {B}
the other option was {B}
the alternative, {B}, has no types
`,
  /** What is wrong with {B}. */
  bad: `
{B} is slow
{B} is too slow
{B} is unmaintained
{B} is deprecated
{B} is expensive
{B} is GPL
{B} is single-threaded
{B} is heavy
{B} is hard to operate
{B} needs root
{B} needs a JVM
{B} needs a server of its own
{B} needs a licence
{B} needs too much memory
{B} leaks memory
{B} leaks
{B} loses messages
{B} lost data in the test
{B} loses the order
{B} has no transactions
{B} has no types
{B} has no Windows build
{B} has no release since spring
{B} has too many dependencies
{B} blocks the event loop
{B} breaks on large files
{B} breaks on unicode
{B} crashed twice
{B} cannot stream
{B} cannot resume
{B} cannot do joins
{B} can't be cancelled
{B} does not scale
{B} does not support proxies
{B} doesn't run on ARM
{B} doubles the build time
{B} drags in a native module
{B} pulls in half of npm
{B} locks us in
{B} locks the table
{B} costs twice as much
{B} corrupts the cache
{B} failed under load
{B} fails with large rows
{B} would need a migration
{B} would tie us to one vendor
{B} would double our bill
{B} has a memory leak
{B} has a nasty licence
{B} times out
the {B} people do not answer
nobody can debug {B}
`,
  good: `
{A} is faster
{A} is simpler
{A} is already in the tree
{A} is already installed
{A} is well tested
{A} is free
{A} is twice as fast
{A} keeps the order
{A} keeps its promises
{A} needs no server
{A} needs no setup
{A} needs one process only
{A} survives restarts
{A} survives a crash
{A} can resume
{A} can stream
{A} has transactions
{A} has types
{A} has better docs
{A} handles backpressure
{A} handles unicode
{A} works offline
{A} runs everywhere
{A} costs nothing
{A} costs half
{A} scales
{A} supports what we need
{A} does not lock
{A} does the job
{A} passes the load test
everyone knows {A}
we know {A}
we have {A} anyway
we already pay for {A}
`,
  /** What makes a choice no choice. */
  perhaps: `
maybe
perhaps
some day
one day
in theory
in principle
in an ideal world
if we had more time
if we had the budget
if it were up to me
if this gets slow
if that fails
if we ever rewrite this
if the customer insists
should we ever need it
who knows, maybe
just thinking aloud:
just an idea:
hypothetically
for the sake of argument
another idea would be that
what if
imagine
let's say
suppose
assuming the worst
worst case
I could imagine that
I sometimes think
it could be that
it might turn out that
there is a chance that
before we decide anything:
no decision yet, but
nothing is decided, but
I have not made up my mind, but
`,
  quotes: `
the docs say
the documentation says
the README says:
the manual says
the wiki says
the old wiki page says
their blog says
the blog post claims
the tutorial says
the RFC says
the ticket says
the comment in the code says
the comment above it says
a comment there says
the spec of the other team says
the contributing guide of upstream says
their FAQ says
the changelog says
the release notes say
the error message says
the vendor says
the vendor claims
the sales person told me
somebody on the forum said
a friend of mine said
my predecessor always said
in my last company the rule was
at my last job
in the other project
in the old project
the other team says
another team decided:
upstream decided:
the example says
the template says
I read somewhere that
Stack Overflow says
the book says
ChatGPT told me
in the paper they write
it says there:
`,
  would: `
we could use {A}
we could go with {A}
we could move {C} to {A}
we might use {A}
we might switch {C} to {A}
we would use {A}
we would go for {A}
I would use {A}
I would pick {A}
I might try {A}
{A} would be better
{A} would be nice
{A} would be an option
{A} could be an option
{A} could replace {B}
{A} might be faster
{A} might work for {C}
{A} may be worth a look
{C} could run on {A}
{C} could use {A}
{C} might be easier with {A}
one could use {A}
one could try {A}
`,
  /** Rules. */
  rule: `
don't touch {P}
do not edit {P}
never change {P}
never edit {P} by hand
never write to {P}
leave {P} alone
leave {P} as it is
keep {P} as it is
keep your hands off {P}
hands off {P}
stay out of {P}
stay away from {P}
{P} is off limits
{P} is frozen
{P} is read-only
{P} must not change
{P} must stay as it is
{P} must stay untouched
{P} stays as it is
{P} stays byte for byte the same
{P} has to stay the same
{P} may not be changed
{P} may not be touched
{P} should not be in the diff
{P} should not appear in any diff
{P} is not ours to change
{P} is not to be modified
{P} is generated, don't edit it
{P} is someone else's
{P} needs two approvals for any change
any change to {P} needs my approval
ask me before you change {P}
ask before touching {P}
work around {P}
nothing may change in {P}
nobody edits {P}
I don't want any change in {P}
I don't want to see {P} in the diff
please don't reformat {P}
please leave {P} out of this
no edits in {P}
no changes to {P}
the contents of {P} are final

don't use {A}
do not use {A} in {C}
never use {A}
never call {A} from {C}
never log {A}
never commit {A}
never print {A}
never store {A} in plain text
no {A} in {C}
no new dependency on {A}
no calls to {A} in the tests
avoid {A}
stay away from {A}
keep {A} out of {C}
{A} is forbidden in {C}
{A} is banned here
{A} is not allowed
{A} is not allowed in {C}
{A} must not be used
{A} must not leave the building
{A} must never show up in the logs
{A} must always be set
{A} must come first
{A} has to be asked first
{A} has to sign off every release
{A} needs to stay supported
{A} may not be called from {C}
{C} must not depend on {A}
{C} must not call {A}
{C} must never log {A}
{C} must work without {A}
{C} must keep working with {A}
{C} has to work with {A}
{C} has to go through {A}
{C} should never talk to {A} directly
all requests of {C} must go through {A}
every change to {C} has to be reviewed by {A}
every commit needs {A} in its message
every function needs {A}
every migration has to be tested on {A} first
everything must pass {A}
always use {A} for {C}
always run {A} before you commit
always ask {A} first
always prefix branches with {A}
only {A} may write to {C}
only use {A} in {C}
only {A} is allowed here
stick to {A} in {C}
support for {A} must not break
the name {A} must stay
write all comments in the style of {A}
you are not allowed to use {A}
you must not call {A}
make sure {A} never sees {C}
make sure {C} works without {A}

{C} must answer within {V}
{C} must not take longer than {V}
{C} must stay below {V}
{C} has to finish in {V}
{C} has to stay under {V}
{C} may use {V} at most
{C} may not exceed {V}
{C} needs to be under {V}
{C} must never use more than {V}
{C} can't be larger than {V}
at most {V} for {C}
no more than {V} for {C}
not more than {V}
keep {C} under {V}
keep it below {V}
stay below {V}
the limit for {C} is {V}
the budget for {C} is {V}
the maximum for {C} is {V}
the upper bound is {V}
{V} is the most {C} may take
{V} is the limit
{V} is the maximum we accept
lines are at most {V} long
responses above {V} are not acceptable
anything over {V} gets rejected
`,
  ruleWhy: `
legal is watching it
the auditors check it
the auditors have signed it
it is under audit
it belongs to another team
it is shared with three teams
it is generated
it is signed
customers depend on it
a customer depends on it
the contract says so
that is in the contract
we were burned before
we got burned last year
security insists
security will block it
the regulator wants it
it is company policy
it breaks the build elsewhere
the mobile app parses it
the hash is checked
I promised that
my boss insists
otherwise the deploy fails
otherwise the review fails
otherwise we pay a fine
`,
  /** What a person knows. */
  tells: `
{C} runs on {A}
{C} is hosted on {A}
{C} is deployed to {A}
{C} lives in {A}
{C} belongs to {A}
{C} is owned by {A}
{C} is maintained by {A}
{C} is run by a team called {A}
{C} was written by {A}
{C} was built by {A} years ago
{C} was bought from {A}
{C} talks to {A}
{C} is fed by {A}
{C} sends its data to {A}
{C} gets its data from {A}
{C} is called {A} internally
{C} is known as {A}
{C} listens on port {V}
{C} handles {V} requests a day
{C} has {V} users
{C} has about {V} rows
{C} costs us {V} a month
{C} gets {V} requests on Mondays
{C} takes {V} on average
{C} starts at {V} every night
{C} has been live since {V}
our production runs on {A}
our staging server is {A}
our staging host is called {A}
our provider is {A}
our biggest customer is {A}
our main customer, {A}, pays for this
our customer {A} uses it every day
our office is in {A}
our data centre is in {A}
our database is called {A}
our release manager is {A}
our designer is {A}
our CI runs on {A}
our logs go to {A}
our secrets are kept in {A}
our deadline is {V}
our contract ends on {V}
our budget is {V}
our licence covers {V} seats
my name is {A}
my manager is {A}
my machine is called {A}
my team is called {A}
my account on the server is {A}
the server is called {A}
the production host is {A}
the staging url is {A}
the test account is {A}
the bucket is called {A}
the cluster is {A}
the queue is named {A}
the admin is {A}
the on-call person is {A}
the person to ask is {A}
the owner of {C} is {A}
the contact for {C} is {A}
the vendor of {C} is {A}
the codename of this project is {A}
the project is called {A} internally
the old name of {C} was {A}
the database has {V} rows
the table has {V} rows
the release is planned for {V}
the release date is {V}
the launch is on {V}
the demo is on {V}
the port is {V}
the timeout in production is {V}
the backup runs at {V}
the cron job runs at {V}
the largest file is {V}
the largest customer has {V} users
the average order is {V}
the price is {V}
we are {V} people
we have {V} customers
we have {V} servers
we have about {V} users a day
we get {V} orders a day
we pay {A} for that
we use {A} for payments
we use {A} as our issue tracker
we deploy from {A}
we deploy at {V}
we host everything at {A}
we keep our credentials in {A}
we keep the backups on {A}
we call it {A}
we renamed {C} to {A} last year
we bought {A} last year
we migrated from {A} in spring
users call it {A}
customers know it as {A}
{A} is our staging server
{A} is our biggest customer
{A} is our payment provider
{A} is the team next door
{A} is the owner of {C}
{A} is the name of the bucket
{A} is my colleague
{A} is on call this week
{A} is responsible for {C}
{A} is in charge of {C}
{A} takes care of {C}
{A} wrote most of {C}
{A} knows {C} best
{A} has the admin rights
{A} has the keys
{A} uses {C} every day
{A} signs the invoices
{A} stands for our internal network
{A} hosts {C}
{A} is where {C} runs
{A} is where the logs are
{V} is the port of {C}
{V} of our users are on mobile
{V} percent of the traffic comes from {A}
about {V} people use {C}
roughly {V} orders come in per hour
most of our users are in {A}
most of the traffic comes from {A}
half of the traffic comes from {A}
there are {V} tenants on {C}
there are {V} rows in {C}
`,
  tellsFirst: `
by the way,
btw
fyi
FYI,
for context:
for your information,
for the record,
in case it matters,
in case it helps:
just so you know,
you should know that
you may want to know that
one thing to know:
some background:
background:
as you may know,
as I said,
note that
remember that
keep in mind that
it may help to know that
not sure I mentioned it, but
oh and
also,
to be clear,
I just heard that
I checked:
I asked around:
correction:
actually
`,
  /** What is left to do. */
  todo: `
{A} is still open
{A} is still missing
{A} is still to do
{A} is still to be done
{A} is not done yet
{A} is not finished
{A} is not there yet
{A} is not implemented yet
{A} is on my list
{A} is on the list
{A} is next
{A} is up next
{A} is for later
{A} is for next week
{A} is postponed
{A} is pending
{A} is blocked by {C}
{A} is half done
{A} is waiting for review
{A} needs doing
{A} needs to be done
{A} needs to be done before the release
{A} needs a test
{A} needs another look
{A} needs documentation
{A} remains
{A} remains to be done
{A} has to wait
{A} has to be added
{A} has to follow
{A} hasn't been started
{A} hasn't been tested
{A} can wait
{A} can come later
{A} comes next
{A} comes after this
{A} comes later
{A} will have to wait
{A} will follow
{A} will come in the next change
{A} should be added
{A} should come next
{A} should not be forgotten
{A} must be added before we ship
{A} isn't covered
{A} isn't handled yet
{A} doesn't exist yet
{A} wants a follow-up
{A} deserves a ticket
{C} still needs {A}
{C} still lacks {A}
{C} still has no {A}
{C} has no {A} yet
{C} needs {A} too
{C} will need {A}
{C} would still need {A}
we still need {A}
we still have to do {A}
we still owe {A} to the customer
we have to add {A}
we have yet to do {A}
we need to come back to {A}
we need to do {A} next
we need {A} before the release
we should do {A} next
we should add {A} later
we should not forget {A}
we'll do {A} later
we'll get to {A} tomorrow
we'll come back to {A}
we haven't done {A}
we haven't touched {A}
we haven't looked at {A}
we never finished {A}
let's do {A} after this
let's do {A} tomorrow
let's come back to {A}
let's leave {A} for later
let's not forget {A}
leave {A} for later
remind me of {A}
remind me to do {A}
remember {A}
don't forget {A}
add {A} to the list
put {A} on the list
put {A} in the backlog
make a note of {A}
note to self: {A}
next up: {A}
next: {A}
later: {A}
todo: {A}
TODO {A}
still open: {A}
still to do: {A}
missing: {A}
left: {A}
remaining: {A}
follow-up: {A}
open point: {A}
open question: {A}
after that {A}
after this comes {A}
then there is {A}
that leaves {A}
what is missing is {A}
what is left is {A}
what remains is {A}
the next step is {A}
the last missing piece is {A}
the only thing left is {A}
the remaining work is {A}
nobody has started {A}
nobody did {A}
nobody has tested {A}
no one has had time for {A}
somebody has to do {A}
someone needs to look at {A}
someone should do {A}
there is still {A}
there is no {A} yet
there's also {A} to be done
I still have to do {A}
I still want {A}
I have not done {A}
I haven't got to {A} yet
I haven't tested {A}
I did not get to {A}
I did not do {A}
I did not touch {A} yet
I left {A} for later
I left {A} out for now
I would do {A} in a second step
I'd do {A} next
I'll do {A} next time
I'll leave {A} for now
I want to do {A} tomorrow
I need {A} by Friday
`,
  todoWhen: `
before the release
before we ship
after the release
after lunch
tomorrow
next week
next sprint
later this month
when this is merged
when we have time
once this works
once {C} is stable
one of these days
at some point
in the next session
in a separate change
but not now
but not today
not part of this
`,
  /** What one asks for. */
  asks: `
have a look at
take a look at
look at
look into
open
read
check
double-check
inspect
walk me through
explain
go through
clean up
tidy up
refactor
simplify
rewrite
fix
repair
debug
test
try
run
document
format
split
split up
rename
move
extract
port
translate
speed up
profile
review
finish
continue with
carry on with
go on with
work on
start with
update
extend
improve
implement
write
add
create
add a test for
add tests for
write a test for
write docs for
add an option to
add a flag to
add logging to
get rid of the warning in
find the bug in
find out what is wrong in
find the callers of
figure out who calls
tell me what is in
tell me what happens in
tell me about
show me
summarise
compare
sort out
make sense of
dig into
trace
reproduce the error in
handle the error in
remove the dead code from
make a copy of
bring up to date
polish
`,
  askWhy: `
it is slow
it is broken
it fails
it crashes on start
it shows the wrong value
it takes forever
I get an error there
the numbers look wrong
the test fails
the page stays empty
something is off
{A} returns nothing
{A} is called twice
`,
  /** What is over. */
  over: `
{A} is done
{A} is done now
{A} is finished
{A} is complete
{A} is in
{A} is in place
{A} is merged
{A} is shipped
{A} is live
{A} is fixed
{A} is solved
{A} is resolved
{A} is closed
{A} is no longer needed
{A} is no longer open
{A} is obsolete
{A} is off the list
{A} is off my list
{A} is out of the way
{A} is settled
{A} is taken care of
{A} is working again
{A} has been done
{A} has been fixed
{A} has been merged
{A} has been dealt with
{A} has landed
{A} went in yesterday
{A} went live
{A} was done yesterday
{A} was fixed by ops
{A} was merged an hour ago
{A} was finished last night
{A} doesn't have to be done any more
{A} won't be needed
{A} can be closed
{A} can be crossed off
{A}: done
{A} ✓
done with {A}
finished {A}
I did {A} yesterday
I did {A} already
I just did {A}
I have done {A}
I finished {A}
I've finished {A}
I've just merged {A}
I fixed {A}
I took care of {A}
I already did {A}
we did {A}
we did {A} yesterday
we have done {A}
we finished {A}
we got {A} done
we can close {A}
we can cross off {A}
we don't need {A} any more
we no longer need {A}
never mind {A}
forget {A}, it's done
cross {A} off
cross off {A}
scratch {A}
strike {A} from the list
ops did {A}
somebody did {A} already
my colleague did {A}
nothing left to do for {A}
no need for {A} any more
that was the last of {A}
the work on {A} is finished
you can touch {A} again
you may use {A} again
the ban on {A} is lifted
the freeze of {A} is over
the rule about {A} is gone
the problem with {A} is gone
the error in {A} is gone
`,
  /** What a program does. */
  explains: `
{A} calls {B}
{A} reads {B}
{A} writes to {B}
{A} returns {B}
{A} returns null
{A} throws
{A} throws {B}
{A} waits for {B}
{A} holds the lock
{A} is null
{A} is empty
{A} is set by {B}
{A} is read from {B}
{A} is called by {B}
{A} is called twice
{A} is called with {B}
{A} is defined in {P}
{A} is imported by {B}
{A} is only used in {P}
{A} is never called
{A} is never used
{A} is not set
{A} is a list of {B}
{A} is a map from ids to {B}
{A} is an instance of {B}
{A} is part of {B}
{A} is cached in {B}
{A} is derived from {B}
{A} is compared with {B}
{A} is the default
{A} is shared by {B} and the tests
{A} has no test
{A} has two callers
{A} has a field for {B}
{A} holds {B}
{A} owns {B}
{A} uses {B}
{A} uses {B} under the hood
{A} uses {B} to find the file
{A} uses {B} instead of the id
{A} wraps {B}
{A} extends {B}
{A} creates {B}
{A} opens {B}
{A} closes {B} too early
{A} ignores {B}
{A} skips {B}
{A} drops the rest
{A} keeps a reference to {B}
{A} keeps {B} in memory
{A} loads {B} at the start
{A} looks for {B}
{A} looks up {B}
{A} checks {B} first
{A} checks whether {B} exists
{A} compares it with {B}
{A} converts {B} into a string
{A} copies {B}
{A} counts {B}
{A} expects {B}
{A} expects a list
{A} falls back to {B}
{A} fails
{A} fails because of {B}
{A} gets {B} from the caller
{A} gets an empty list
{A} goes through {B}
{A} handles {B}
{A} needs {B}
{A} needs the path
{A} never sees {B}
{A} only accepts {B}
{A} only handles {B}
{A} overrides {B}
{A} parses {B}
{A} passes {B} on
{A} picks the first {B}
{A} prefers {B} when both are set
{A} chooses {B} by its name
{A} selects {B} by default
{A} removes {B}
{A} replaces {B} in the list
{A} resolves to {B}
{A} runs before {B}
{A} runs after {B}
{A} sends {B} to the server
{A} sets {B}
{A} sorts by {B}
{A} starts {B}
{A} stores {B}
{A} takes {B} as an argument
{A} takes a path
{A} takes the lock
{A} tests {B}
{A} tries {B} first
{A} validates {B}
{A} must be set before {B}
{A} must be an object
{A} must match {B}
{A} should be {B}
{A} should return a list
{A} cannot see {B}
{A} can be null
{A} may be null
{A} still points to {B}
{A} still uses {B}
{A} still uses the old path
{A} still has the old value
{A} does not know {B}
{A} does not exist
{A} does not match {B}
{A} doesn't handle {B}
{A} doesn't use {B}
{A} no longer calls {B}
{A} no longer exists
the test calls {A}
the test expects {A}
the test passes {B} to {A}
the handler gets {A}
the loop ends at {A}
the loop stops too early
the parser stops at {A}
the server sends {A}
the client sends {B}
the cache has {A}
the hook calls {A}
the file has {V} lines
the function returns {A}
the condition checks {A}
the first argument is {A}
the import of {A} is missing
the value is {V}
`,
  /** What the agent is at, or did just now. */
  narrates: `
let me look at {A}
let me check {P}
let me read {P}
let me see how {A} works
let me run the tests
let me find {A}
let me fix {A}
let me update {P}
let me start with {A}
now let me add {A}
now I'll update {P}
now I'll write the test for {A}
I'll read {P} first
I'll look at {A}
I'll start with {A}
I'll check whether {A} exists
I'll fix that
I'll add a test for {A}
I'll update {A} and its callers
I'll now implement {A}
I'll make {A} return {B}
I'm going to look at {P}
I'm reading {P}
I'm checking {A}
I read {P}
I looked at {A}
I checked {A}
I found {A} in {P}
I found the bug
I found two callers of {A}
I see {A} in {P}
I see that {A} calls {B}
I can see {A} there
I added {A} to {P}
I added a test for {A}
I added a check to {A}
I changed {A} to return {B}
I changed {P}
I fixed {A}
I fixed the import
I made {A} return {B}
I moved {A} to {P}
I moved {A} out of {B}
I renamed {A} to {B}
I removed {A} from {P}
I removed the unused import
I replaced {A} by {B} in {P}
I replaced {A} with a loop
I split {A} in two
I simplified {A}
I updated {P}
I updated {A} to use {B}
I updated the tests
I wrote a test for {A}
I wrote {A}
I ran the tests
I verified that {A} works
I need to read {P} first
I need to find {A}
I need to update {A}
I need to check {A} as well
I want to see {A} first
I should check {A}
first I need {A}
next I'll check {A}
next, let me look at {A}
next I need to update {P}
all tests pass
all tests pass now
the tests pass
the tests are green
the build works
the build is green
the fix works
it works
that worked
that fixed it
there is one failing test
two tests fail
one test still fails
the error is in {A}
the error comes from {P}
the problem is {A}
the problem is in {P}
the bug is in {A}
the root cause is {A}
the change is in {P}
here is the diff
here is what {A} does
here's what I found
here's the summary
good, {A} works
good, {A} exists
great, {A} is there
perfect, {A} works
now {A} works
now {A} returns {B}
now I understand {A}
found it: {A}
that's {A}
this is {A}
so {A} is the problem
interesting: {A} is null
hm, {A} is null
wait, {A} is null
`,
})

function parts(texts: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.split('\n').filter((line) => line !== '')]),
  )
}
