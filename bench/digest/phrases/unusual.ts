import type { Phrases } from './phrase.ts'

/** Phrasings off the beaten track; they were kept out of development once. */
export const UNUSUAL: Phrases = {
  decision: [
    {
      who: 'both',
      phrases: [
        '{C} ends up on {A}. {B} would have tied us to one cloud.',
        'We took {A} in preference to {B}.',
        'Nothing speaks for {B} any longer; {A} is what {C} gets.',
        'After a long back and forth the answer is {A}, and {B} has been shown the door.',
        'Thumbs up for {A}, thumbs down for {B}.',
        '{A} it will be for {C}, seeing that {B} cannot be scripted.',
      ],
    },
    {
      who: 'agent',
      phrases: [
        'Since {B} cannot roll back, I based {C} on {A}.',
        'My implementation leans on {A}; {B} turned out to be a poor match.',
        'Rather than pulling in {B}, I relied on {A}.',
      ],
    },
  ],
  constraint: [
    {
      who: 'user',
      phrases: [
        '{P} has to look exactly the same when you are finished.',
        'Not a single character of {P} is to be altered.',
        'You have no business in {P}.',
        'Tread around {P}; a partner signs it.',
        'Anything but {P}, please: that one is spoken for.',
        'Merging is blocked if {P} differs, so it must not.',
      ],
    },
    {
      who: 'user',
      phrases: [
        '{A} is not welcome in this code.',
        'We are bound by contract to stay within {V}.',
        'No build may depend on {A}.',
        'Everything you write has to go through {A} first.',
      ],
    },
  ],
  fact: [
    {
      who: 'user',
      phrases: [
        'The machine in question answers to {A}.',
        'We settled our invoices with {A} until spring.',
        'Roughly {V} people look at {C} each morning.',
        'Whoever runs {C} is on the {A} team.',
        'That box was set up by {A}.',
        'They gave us {V} as the reference number.',
      ],
    },
    {
      who: 'user',
      phrases: [
        '{C} is fed from {A}.',
        'The sandbox resets at {V}.',
        'A full run costs us {V}.',
        'The secret we share with them is filed under {A}.',
      ],
    },
  ],
  thread: [
    {
      who: 'both',
      phrases: [
        'We have yet to teach {C} about {A}.',
        '{A} has been sitting untouched and wants doing.',
        'Somewhere down the line {C} must learn {A}.',
        'There is unfinished business with {A}.',
        'Nobody got round to {A}.',
        'The piece we owe is {A} for {C}.',
      ],
    },
    {
      who: 'agent',
      phrases: [
        '{A} is something I have not started.',
        'For another day: {A}.',
        'What I have left out is {A}.',
        'It falls to the next person to finish {A}.',
      ],
    },
  ],
  closing: [
    {
      who: 'both',
      phrases: [
        '{A} is behind us.',
        'You can cross out {A}.',
        '{A} was sorted over the weekend.',
        'That chapter, {A}, is closed.',
        'No further action on {A}.',
        '{E} stopped showing up.',
      ],
    },
    { who: 'user', phrases: ['{P} is yours to change again.', 'Feel free to work in {P} now.'] },
  ],
  request: [
    {
      who: 'user',
      phrases: [
        'Dig into {P}.',
        'Would you go through {P}?',
        'Put {P} in better shape.',
        'Get {A} to print its version.',
        'See what {P} is about.',
        'Turn {A} into a function.',
        'Let us spend some time on {P}.',
      ],
    },
  ],
  report: [
    {
      who: 'agent',
      phrases: [
        '{P} turned out to be longer than I thought.',
        'I followed {A} through {P}.',
        'This part of {P} deals with paging.',
        'Nothing else refers to {A}.',
        'I have been through {P} and adjusted the names.',
        'Having read {P}, I see how {A} fits in.',
        'The suite is happy.',
      ],
    },
  ],
  musing: [
    {
      who: 'both',
      phrases: [
        'Who knows, {A} may suit us some day.',
        'People elsewhere favour {B} over {A}.',
        'I could see us with {A}, or with {B}.',
        'A vendor slide claims {A} outruns {B}.',
        'It says in {P} that nobody should edit it.',
      ],
    },
    { who: 'user', phrases: ['Is there anything to be said for {B}?', 'Would you take {A} or {B}?'] },
  ],
  chatter: [{ who: 'both', phrases: ['Splendid.', 'Fair enough.', 'Oh well.', 'What a day.', 'Lovely, cheers.'] }],
}
