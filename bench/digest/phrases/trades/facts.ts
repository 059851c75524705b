import { families, type Phrases } from '../phrase.ts'

/** What is so, as people of many trades put it. */
export const TRADES_FACTS: Pick<Phrases, 'fact'> = {
  fact: families(
    'user',
    `
the machine in the lab is called {A}, it has {V} cores
{V} is what {A} reports when it is healthy
port {V}, that's where {A} sits
the password for {A} lives in the vault under {B}
{A} sits behind {B}, so you never see the real address
{A} lives in {P}, nobody moved it since the rewrite
we host {A} ourselves, {B} is hosted by the vendor
{A} stands for the thing the warehouse people scan
there's a second copy of {A} in {P}
{A} comes out of {P}, a script makes it every morning
half of our users still open {A} on a phone
the team in Lisbon looks after {A}
whoever is on shift answers for {A}
Anna from accounting is the only one who understands {A}
{A} has been down since Friday and nobody minds
{A} is a fork of {B}, we made it in 2019
{A} shipped before I joined
{A} needs {V} of memory to start at all
each night {A} copies itself to {B}
{A} talks to {B} over a serial cable, believe it or not

we have {V} of those in {A}
{A} holds about {V} records
our plan with {A} covers {V}, not more
{A} times out after {V}
the licence for {A} expires on {V}
the exam is on {V} and {A} has to be handed in by then
{A} allows {V} calls a minute
{A} weighs {V}, in case the download seems slow
it takes {A} around {V} to warm up
{A} was last calibrated on {V}
the ceiling in {A} is {V}
our tenant in {A} is number {V}
{A} came with firmware {V}
the patient table in {A} has {V} rows
{A} went live on {V}
the invoice from {A} says {V}
the sensor behind {A} samples every {V}
the default in {A} is {V}, I looked it up
{A} keeps logs for {V}
{A} counts in steps of {V}

you'd have no way of seeing it from here but {A} is a virtual machine
what you don't see in the code: {A} is called by {B} too
one thing that isn't written down anywhere, {A} restarts itself when {B} does
in case you wonder why it is slow: {A} runs on a ten year old box
to give you some background, {A} came with the company we bought
I should have said that earlier: {A} speaks only {B}
so that you don't look for it, {A} is not in this repository
that is not a bug, {A} has always rounded to {V}
the name is misleading, {A} has nothing to do with {B}
it's the other way round: {A} calls {B}
it isn't {B} that writes this, it is {A}
we never had {A} here, only {B}
{A} isn't maintained any more, the author retired
{A} does not belong to us
nobody here has access to {A}, only the hosting company
neither of us can log in to {A}
there is no staging for {A}, just the real thing
{A} has never been used by anyone outside
no, {A} is the one in the basement, {B} is in the cloud
my mistake in the ticket: the tool is named {A}

customers see {A} as "premium"
the shop floor calls it {A}
in our world {A} means a finished order
in the old system this was {B}, here it is {A}
{A} and {B} are the same thing, two names for historical reasons
{A} is short for the regional registry
when people here say {A} they mean the whole building
we distinguish {A} (retail) from {B} (wholesale)
the field {A} is always filled in, {B} almost never
{A} is written in small letters in the database
{A} uses commas as decimal points because of the French customers
{A}'s clock is one hour ahead
dates in {A} are in American order
amounts in {A} are cents
{A} is measured in tonnes, {B} in kilograms
the ids in {A} are not unique across {B}
{A} encodes everything as latin1
the column {A} has been empty since spring
{P} was typed in by hand from a PDF
{P} holds the mapping that finance sends us

Tests for {A} run on a Mac mini under somebody's desk.
Deployments of {A} happen on Tuesdays only.
Access to {A} goes through a jump host named {B}.
{A} reads its settings from {P} when it starts.
The nightly job writes to {P}; the path is mounted from {A}.
Our CI uses {A} runners with {V} each.
We pay {V} a month for {A}.
The hospital runs {A} on Windows 7.
The school has {V} licences of {A}.
Legal entity in the contract: {A}.
The reviewer of this paper uses {A}.
The grant that pays for this is {A}, it ends {V}.
The printer on the second floor is {A}.
The game's physics step is {V}, set in {A}.
The museum's archive is {A}, scans are in {B}.
Our repo for the firmware is {A}, the one for the app is {B}.
My branch is {A}.
My user there is {A}.
I am {A} on the forum, in case you search for it.
I work from {A}, everybody else from {B}.

heads up, {A} changed hands last month, {B} runs it now
quick context: {A} = our biggest reseller
small detail: {A} ignores the header
oh, and {A} is case sensitive
also {A} is read by the robots every {V}
ah, should mention, {A} is behind a proxy
ps: {A} has two admins, me and Jorge
btw our {A} is ancient, {V} or so
side note, the box under my desk is {A}
to answer your question: {A}, on {V}
you asked where it runs: on {A}
re your question, the vendor of {A} is {B}
as far as the auditors are concerned {A} is one system
the reason it fails at my place is probably that {A} is a {B} machine here
the customer told me that {A} has {V} seats
according to the guy who built it, {A} caches for {V}
the hoster confirmed {A} is in Frankfurt
I checked with the vendor: {A} tops out at {V}
I counted, there are {V} in {A}
just measured it: {A} draws {V}

{A}: {V}
{A} -> {V}
{A} is {V}
{A} port {V}
{A} (that's the {B} box)
host {A}, user {B}
timezone of {A}: Lisbon
prod db: {A}
staging url is {A}
region for {A} is {B}
default branch: {A}
owner of {P}: the payments squad
deadline for {A} is {V}
budget {V} for {A}
current version of {A} is {V}
oncall this week: {A}
max upload {V} on {A}
account manager at {A} is called Petra
{A} bills per seat
{A} retires in March
`,
  ),
}
