import { expect, test } from 'vitest';
import { looksLikeCompany } from './company-name.ts';
import { withholdingBps } from './tax-rates.ts';

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
  ['Zenith Foods Ltd', true],
  ['Queens College, Yaba', true],
  ['Ministry of Works', true],
  ['Emeka Obi', false],
  ['Mrs. Lateefat Incorpo', false],
])('%s is a company: %s', (name, is) => expect(looksLikeCompany(name)).toBe(is));
