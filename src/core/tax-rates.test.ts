import { expect, test } from 'vitest';
import { looksLikeCompany } from './company-name.ts';
import { standardVatBps, withholdingBps } from './tax-rates.ts';

test('tax is kept at the rate of its day, twice without a tax ID', () => {
  const rates = (['goods', 'professional', 'rent'] as const).map((kind) => [
    withholdingBps(kind, '2026-01-05', { hasTaxId: true }),
    withholdingBps(kind, '2026-01-05', { hasTaxId: false }),
  ]);
  expect(rates).toEqual([
    [200, 400],
    [500, 1000],
    [1000, 2000],
  ]);
  expect(withholdingBps('goods', '2025-01-01', { hasTaxId: true })).toBe(200);
  expect(withholdingBps('goods', '2024-12-31', { hasTaxId: true })).toBeNull();
});

test.each([
  ['royalty', 1000],
  ['royalty_person', 500],
  ['dividend', 1000],
  ['director', 1500],
] as const)('of %s %i basis points are kept', (kind, bps) =>
  expect(withholdingBps(kind, '2026-01-05', { hasTaxId: true })).toBe(bps),
);

test('VAT has the rate of the day a document is of', () => {
  const days = ['1993-12-31', '2020-01-31', '2020-02-01', '2025-12-31', '2026-01-01'] as const;
  expect(days.map(standardVatBps)).toEqual([0, 500, 750, 750, 750]);
});

test.each([
  ['Zenith Foods Ltd', true],
  ['Queens College, Yaba', true],
  ['Ministry of Works', true],
  ['Emeka Obi', false],
  ['Mrs. Lateefat Incorpo', false],
])('%s is a company: %s', (name, is) => expect(looksLikeCompany(name)).toBe(is));
