import { expect, test } from 'vitest';
import { editedSummary, parsedSummary } from '../testing.ts';

const hosting = 'Ada | 1 × hosting @ 50000';

test.each([
  ['bill Ada 50k for hosting, 2% off if paid within 10 days', `${hosting} | early 2% until 2026-11-30`],
  ['bill Ada 50k for hosting 2/10 net 30', `${hosting} | early 2% until 2026-11-30 | due 2026-12-20`],
  ['invoice Ada 50k for hosting, 2% off if paid by Friday', `${hosting} | early 2% until 2026-11-27`],
  [
    'bill Ada 50k for hosting, due 15 December, 2% discount if she pays before 4 December',
    `${hosting} | early 2% until 2026-12-04 | due 2026-12-15`,
  ],
  [
    'invoice Ada 50k for hosting, if she pays by Friday give her 5% off',
    `${hosting} | early 5% until 2026-11-27`,
  ],
  [
    'bill Ada 50k for hosting less 10%, and 2% off if paid within 5 days',
    `${hosting} | off 10% | early 2% until 2026-11-25`,
  ],
  [
    'bill Ada 50k for hosting, 3% discount for early payment by Friday',
    `${hosting} | early 3% until 2026-11-27`,
  ],
  [
    'abeg bill Ada 50k for hosting, 2% off if e pay am before Friday',
    `${hosting} | early 2% until 2026-11-27`,
  ],
  // Nothing is taken off that is not owed to everybody.
  [
    'bill Ada 50k for hosting, 5k off if paid by Friday',
    `${hosting} | early_payment: 5k off if paid by Friday`,
  ],
  ['bill Ada 50k for hosting, 2% off if paid early', `${hosting} | early_payment: 2% off if paid early`],
  // A discount beside a due day stays one.
  ['bill Ada 50k for hosting, 2% off, due Friday', `${hosting} | off 2% | due 2026-11-27`],
  ['bill Ada 50k for hosting less 2%, she go pay Friday', `${hosting} | off 2% | due 2026-11-27`],
])('%s', (sentence, expected) => {
  expect(parsedSummary(sentence)).toBe(expected);
});

test.each([
  [['bill Ada 50k for hosting', '2% off if paid within 10 days'], `${hosting} | early 2% until 2026-11-30`],
  [
    ['bill Ada 50k for hosting less 10%', 'add 2% off if she pays by Friday'],
    `${hosting} | off 10% | early 2% until 2026-11-27`,
  ],
  [
    ['bill Ada 50k for hosting, 2% off if paid by Friday', 'due 15 December'],
    `${hosting} | early 2% until 2026-11-27 | due 2026-12-15`,
  ],
  [
    ['bill Ada 50k for hosting, 2% off if paid by Friday', 'make it 3% off if paid by Monday'],
    `${hosting} | early 3% until 2026-11-23`,
  ],
  [['bill Ada 50k for hosting, 2% off if paid by Friday', 'no discount'], hosting],
])('%s', (sentences, expected) => {
  expect(editedSummary(...sentences)).toBe(expected);
});
