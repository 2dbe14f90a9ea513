import { expect, test } from 'vitest';
import { minor, ZERO } from '#core/money.ts';
import { overIn } from './plan.ts';
import { divisionOf, partsOf, requestOf, waysFor } from './values.ts';

const PAID = minor(1000);

test('one way takes all; a refund that is bounded leaves the rest as credit, and the parts add up', () => {
  expect(divisionOf('gaveBack', PAID)).toEqual({
    division: { credit: 0, refund: 0, gaveBack: 1000 },
    left: 0,
  });
  expect(divisionOf('', PAID).left).toBe(1000);
  for (const [way, most, division] of [
    ['refund', 400, { credit: 600, refund: 400, gaveBack: 0 }],
    ['refund', 5000, { credit: 0, refund: 1000, gaveBack: 0 }],
    ['gaveBack', 400, { credit: 0, refund: 0, gaveBack: 1000 }],
    ['', 400, { credit: 1000, refund: 0, gaveBack: 0 }],
  ] as const)
    expect(divisionOf(partsOf(way, PAID, minor(most)), PAID)).toEqual({ division, left: 0 });
});

test('the credit follows the others until it is entered; then what is left, or too much, is told', () => {
  const parts = { credit: 'rest', refund: minor(300), gaveBack: null } as const;
  expect(divisionOf(parts, PAID).division.credit).toBe(700);
  expect(divisionOf({ ...parts, gaveBack: minor(900) }, PAID)).toMatchObject({
    division: { credit: 0 },
    left: -200,
  });
  expect(divisionOf({ ...parts, credit: minor(100) }, PAID).left).toBe(600);
});

test('no refund is offered where nothing came through a provider, and nothing is divided where nothing was paid', () => {
  expect([waysFor(ZERO), waysFor(PAID)]).toEqual([
    ['credit', 'gaveBack'],
    ['credit', 'refund', 'gaveBack'],
  ]);
  const values = { reason: 'price', picks: { 0: 50, 1: null }, effect: 'credit', note: '' } as const;
  expect(requestOf(values, ZERO)).toEqual({ reason: 'price', note: '', lines: [{ item: 0, amount: 50 }] });
});

test('a line of which more is picked than is left is found, by quantity or amount', () => {
  const lines = [
    { item: 0, description: 'Lace', quantity: 3_000_000, amount: minor(3000) },
    { item: 2, description: 'George', quantity: 1_000_000, amount: minor(500) },
  ];
  expect(overIn(lines, [{ item: 0, quantity: 3_000_000 }])).toBeUndefined();
  expect(overIn(lines, [{ item: 0, quantity: 5_000_000 }])?.description).toBe('Lace');
  expect(
    overIn(lines, [
      { item: 0, amount: minor(1) },
      { item: 2, amount: minor(501) },
    ])?.description,
  ).toBe('George');
});
