import { families } from './phrase.ts'

/** What agents tell about code, and users about what they see: most of a real session, and nothing to keep. */
export const EXPLANATIONS = {
  report: [
    ...families(
      'agent',
      `
The one place where {A} is used is inside {B}, which only reads it.
{A} only creates objects, it never touches {B}.
{A} falls back to {B} when the field is absent.
{A} converts the value before {B} sees it.
{A} is called before {B}, which is why the list is empty.
{A} runs while {B} still holds the lock, so both write the same file.
{A} expects a string, not an object with {B}.
{A} reads and writes the same file as {B} concurrently.
{A} assumes that {B} is set, and it is not.
{A} depends on {B} being initialised first.
{A} derives the path from {B}.
{A} inherits from {B} and overrides one method.
{A} is a thin layer over {B}.
{A} is a wrapper around {B}.
{A} is a superset of {B}.
{A} is not required for {B}.
{A} is only needed when {B} is on.
{A} is passed to {B} as an argument.
{A} is the entry point, {B} does the work.
{A} is the type of {B}.
{A} maps to {B}.
{A} matches {B} in the log.
{A} means the request was cut short, {B} means it was refused.
{A} needs {B} as input.
{A} never reaches {B}.
{A} points to {B} instead of the folder above it.
{A} produces {B}.
{A} sets {B} to null and returns.
{A} stores its data in {B}.
{A} takes precedence over {B} when both are set.
{A} then calls {B}, which throws.
{A} uses {B} internally.
{A} was added in {V}, {B} came later.
{A} was overwritten by {B}.
{A} works on strings, {B} works on bytes.
{A}: expects {B}, gets null.
{A}: reads the header, then the body.
{A} → {B} → done.
{A} = true, {B} = false.
{A} has JSON files but no {B} entries.
{A} does not exist in {B}.
{A} shows up in {B} as well.

Before: {A}. After: {B}.
Before the change {A} was looked up in {B}, which was wrong.
Both branches end in {A}.
Because {A} is empty, {B} returns zero.
But {A} is a storage detail, not a reference to {B}.
By default {A} looks for {B}.
Changed the condition in {A} to check {B} too.
Added {A} to {P}.
Added a check for {A} in {B}.
Replaced the call of {A} by {B} in {P}.
Replaced the loop in {A} with a map.
Removed {A}, nothing calls it.
Extracted {A} from {B}.
Each call of {A} opens {B} again.
Every time {A} runs, {B} grows.
Exactly, {A} is where {B} comes from.
Here {A} wraps {B}.
Hence the error in {A}: {B} was never loaded.
However, {A} does not see {B}.
I assumed that {A} writes {B}, but it only reads it.
I noticed that {A} and {B} differ by one line.
I now understand how {A} and {B} relate.
I understand now: {A} is derived from {B}.
I see two issues: {A} is null and {B} is stale.
I think the failure comes from {A} rather than from {B}.
I verified that {A} equals {B}.
I want to see whether {A} calls {B}.
I'll add {A} next to {B}.
I'll replace {A} by {B} in {P} and run the tests.
I'll use {A} to find {B}.
I need to replace {A} in {P} first.
I need to see {A} before I change {B}.
If {A} is set and {B} is not, the row is hidden.
If {A} differs from {B}, the cache is stale.
In short: {A} calls {B}.
In other words, {A} is the key and {B} the value.
In {P}, {A} is compared with {B}.
Instead of the list, {A} gets {B}.
It is {A} that fails, not {B}.
It is not {A} that fails but {B}.
It only happens when {A} runs after {B}.
Likely cause: {A} races with {B}.
Looking closer, {A} is rebuilt from {B} each time.
Major finding: {A} does not need {B}.
My guess is that {A} never saw {B}.
Not {A} itself is wrong but the way {B} uses it.
Note that {A} is sorted by {B}.
Note: {A} is case-sensitive.
Nothing in {A} refers to {B}.
Now {A} gets {B} as its first argument.
Of these, {A} and {B} fail.
Once {A} was deleted, {B} became unreachable.
Only {A} and {B} are left in the list of failures.
OK, so {A} is fine and {B} is broken.
Same {A}, but another {B}.
Same as in {A}, except that {B} is missing.
Since {A} is async, {B} runs first.
Since then {A} has grown to {V} entries.
So both {A} and {B} count as active.
So the chain is {A}, {B}, and then the handler.
So {A} is set, but {B} is not.
So it was {A} that removed {B}.
That is {A}, not {B}.
That is not abnormal: {A} does the same.
That is why {A} differs from {B}.
That's the code path of {A}.
The actual value of {A} is {V}, expected was {B}.
The client sends {A}, the server answers with {B}.
The code first tries {A}, then {B}.
The diff of {P} is {V} lines.
The entry for {A} tells the client which {B} to continue.
The field {A} is written by {B}.
The first call returns {A}, the second {B}.
The fix is to rebuild {A}.
The fix: {A} now checks {B}.
The issue is that {A} is sorted before {B} is added.
The log shows {A} twice.
The only difference is that {A} has {B}.
The relevant part is {A} in {P}.
The risk is low: only {A} changes.
The solution: fix {A} before {B} runs.
The test expects {A} but gets {B}.
The type of {A} should be {B}.
The value of {A} comes from {B}.
The warning about {A} is harmless.
There are {V} entries in {A}, and none in {B}.
There it is: {A} swallows the error of {B}.
This affects {A} and {B}.
This ensures that {A} is only called with {B}.
This is because {A} and {B} share one file.
This is the same bug as in {A}.
This makes {A} independent of {B}.
This means {A} can be simplified.
This replaces {A} in {P}.
Two things happen: {A} is written and {B} is read.
Two problems: {A} and {B}.
Until {A} is called, {B} stays null.
Wait, {A} is not the same as {B}.
We can see that {A} is larger than {B}.
We need to look at {A} as well.
We need to fix {A} before the tests can run.
When {A} is deleted, {B} is cleaned up as well.
While {A} is running, {B} is locked.
With {A} the output is {B}.
Yes, {A} handles that.
Yes, that is how {A} works.
You are right that {A} breaks {B}.
You can see it in {P}: {A} comes before {B}.
Your {A} is fine, the problem is {B}.
- {A}: reads {B}
- {A} and {B}: unchanged
✅ {A} works
✅ All checks pass: {A}, {B}
❌ {A} fails in {B}
⚠️ {A} is slow
1. {A} reads the file
2. {B} parses it
Step 2: call {A} with {B}.
Critical fields: {A}, {B}
Export: packs {A} into {B}
Risk: {A} may be null.
Summary: {A} now handles {B}.
What it does: {A} loads {B}.
What changed: {A} in {P}.
Why: {A} was called twice.

Die Funktion {A} ruft {B} auf.
Das Problem liegt in {A}, nicht in {B}.
Ich ersetze {A} durch {B} in {P}.
Jetzt sehe ich mir {A} an.
La fonction {A} appelle {B}.
Le problème vient de {A}, pas de {B}.
La función {A} llama a {B}.
El problema está en {A}, no en {B}.
La funzione {A} chiama {B}.
A função {A} chama {B}.
De functie {A} roept {B} aan.
`,
    ),
    ...families(
      'user',
      `
The error is {A}.
I get {A} when I run {B}.
It prints {A} and then stops.
It says {A}.
It shows {A} instead of {B}.
It still fails with {A}.
The output is {A}.
The page shows {A}.
When I click on {A}, {B} opens.
Now I see {A}.
Same error in {A}.
{A} does not work for me.
{A} throws {B}.
{A} is empty.
{A} returns {B}, that looks wrong.
Here is the log of {A}.
This is what I see in {A}.
`,
    ),
  ],
}
