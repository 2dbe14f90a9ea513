import { expect, test } from 'vitest';
import { minor, ZERO } from './money.ts';
import { expectedTax, taxesOn } from './withholding.ts';

const base = minor(1_000_000_00);
const DAY = '2026-11-02';

test('each amount of tax stands once, under what the customer usually keeps it for or the likeliest purpose', () => {
  const of = (terms: Parameters<typeof taxesOn>[2]) =>
    taxesOn(base, DAY, terms).map(({ kind, bps, amount }) => `${kind} ${bps} ${amount / 100_00}`);
  const plain = ['services 200 200', 'professional 500 500', 'rent 1000 1000', 'director 1500 1500'];
  const twice = ['services 400 400', 'rent 2000 2000', 'director 3000 3000'];
  expect(of({ hasTaxId: true, usualKind: null })).toEqual([...plain, ...twice]);
  expect(of({ hasTaxId: true, usualKind: 'goods' })).toEqual([
    'goods 200 200',
    'goods 400 400',
    ...plain.slice(1),
    ...twice.slice(1),
  ]);
  expect(of({ hasTaxId: false, usualKind: null })[0]).toBe('services 400 400');
  expect(taxesOn(ZERO, DAY, { hasTaxId: true, usualKind: 'goods' })).toEqual([]);
});

test('tax is expected of who usually keeps it, where there was a rate and more than it is owed', () => {
  const terms = { hasTaxId: true, usualKind: 'professional' } as const;
  const tax = { kind: 'professional', bps: 500, amount: 50_000_00 };
  expect(expectedTax({ base, owed: minor(1_075_000_00) }, DAY, terms)).toEqual({ ...tax, net: 1_025_000_00 });
  expect(expectedTax({ base, owed: minor(50_000_00) }, DAY, terms)).toBeNull();
  expect(expectedTax({ base, owed: base }, '2024-12-31', terms)).toBeNull();
  expect(expectedTax({ base, owed: base }, DAY, { ...terms, usualKind: null })).toBeNull();
});
