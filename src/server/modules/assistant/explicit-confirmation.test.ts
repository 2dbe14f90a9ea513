import { expect, test } from 'vitest';
import { isExplicitConfirmation } from './explicit-confirmation.ts';

test('a question, a promise to look and the yes of somebody else are no yes', () => {
  for (const sentence of [
    'are you sure',
    'is it yes',
    'is that correct',
    'you sure',
    'do you confirm',
    'should I confirm',
    'will it go',
    'ok?',
    'let me confirm',
    'i will confirm',
    "I'll check and confirm",
    'the customer confirmed',
    'ada confirmed',
    'he approved it',
  ])
    expect([sentence, isExplicitConfirmation(sentence)]).toEqual([sentence, false]);
  for (const sentence of [
    'yes',
    'Yes, confirmed',
    'Seen and approved, kindly proceed',
    'confirmed',
    'it is approved',
    'approved, go ahead',
    'do it',
    'go ahead',
    'is fine',
    'oya send am',
    'I confirm',
    "that's correct, create it",
    'no wahala',
    'yes please send it',
  ])
    expect([sentence, isExplicitConfirmation(sentence)]).toEqual([sentence, true]);
});
