import { expect, test } from 'vitest';
import { chosenFrom, understandChoice } from './choices.ts';
import type { Choice } from './memory.ts';

const choices: Choice[] = [
  { told: ['ada@example.test', '08031234567', 'Ada Obi'], pick: { customerId: 'a', name: 'Ada Obi' } },
  { told: ['ada.n@example.test', 'Ada Nwosu'], pick: { customerId: 'b', name: 'Ada Nwosu' } },
  { told: ['Ada'], pick: { customerId: 'c', name: 'Ada' } },
];
const picked = (sentence: string) =>
  chosenFrom(sentence, choices).flatMap(({ pick }) => ('customerId' in pick ? [pick.customerId] : []));

test('one of a list is told by its place, or by what only it has', () => {
  for (const [sentence, wanted] of [
    ['the first one', ['a']],
    ['First', ['a']],
    ['1', ['a']],
    ['number 2', ['b']],
    ['the second one please', ['b']],
    ['the last one', ['c']],
    ['ada.n@example.test', ['b']],
    ['it is ADA@example.test', ['a']],
    ['+234 803 123 4567', ['a']],
    ['Ada Nwosu', ['b']],
    ['all of them', ['a', 'b', 'c']],
    ['both', ['a', 'b', 'c']],
    ['9', []],
    ['make it 2 bags', []],
    ['first invoice Bola for rice', []],
    ['bisi@example.test', []],
    ['yes', []],
    ['', []],
  ] as const)
    expect([sentence, picked(sentence)]).toEqual([sentence, wanted]);
});

test('another order than the one that was asked about is no choice', () => {
  const pending = {
    action: 'delete_invoice',
    draft: null,
    filters: {},
    customer: null,
    asks: 'invoice',
  } as const;
  const listed: Choice[] = ['1', '2'].map((invoiceNumber) => ({
    told: [`INV-000${invoiceNumber}`],
    pick: { invoiceNumber },
  }));
  const memory = { pending, last: null, choices: listed };
  for (const sentence of ['send all', 'please send the first one', 'remind both'])
    expect([sentence, understandChoice(sentence, memory)]).toEqual([sentence, null]);
  expect(understandChoice('delete both', memory)?.understanding.filters).toEqual({
    invoiceNumbers: ['1', '2'],
  });
});
