import { expect, it } from 'vitest'
import { wordsInResult } from './words.ts'

const questions = [{ question: 'Red or blue?' }, { question: 'Which shade?' }]

it('leaves the question as it is where it has the words of the answer', () => {
  const content =
    'The user answered: "Red or blue?"="blue", "Which shade?"=(no option selected) notes: dark. Read them.'
  const toolUseResult = {
    questions,
    answers: { 'Red or blue?': 'blue', 'Which shade?': '(notes only)' },
    annotations: { 'Which shade?': { notes: 'dark' } },
  }
  expect(wordsInResult({ toolUseResult }, { content })).toEqual({
    said: 'blue\ndark',
    bare: 'The user answered: "Red or blue?"="…", "Which shade?"=(no option selected) notes: …. Read them.',
  })
})

it('in a refusal with questions only the answers are a person’s', () => {
  const reason =
    'The user wants to clarify these questions.\n    Questions asked:\n- "Which colour?"\n  Answer: green\n- "Why?"\n  (No answer provided)'
  const refused =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n"
  expect(wordsInResult({}, { content: refused + reason, is_error: true })).toEqual({
    said: 'green',
    bare: refused + reason.replace('green', '…'),
  })
})
