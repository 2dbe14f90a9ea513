import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { allowances, allowedSum, trustLevels } from './allowances.ts';
import { limits } from './limits.ts';

test.each(trustLevels)('docs/limits.md has the allowances of the level %s as they are', (level) => {
  const page = readFileSync('docs/limits.md', 'utf8');
  const { recipients, nameEnquiries, payouts, newAccounts, newAccountsProven } = allowances[level];
  const cells = [recipients, nameEnquiries, payouts, newAccounts, newAccountsProven];
  const row = page.split('\n').find((line) => line.startsWith(`| ${level} |`));
  expect(row?.split(' | ').slice(2).join(' ')).toBe(
    `${cells.map((cell) => cell.toLocaleString('en')).join(' ')} |`,
  );
});

test('no level allows less than the one before it, and the published limits are the ceiling', () => {
  for (const [at, level] of trustLevels.entries()) {
    const [own, before] = [allowances[level], allowances[trustLevels[Math.max(0, at - 1)] ?? 'new']];
    for (const key of Object.keys(own) as (keyof typeof own)[])
      expect(own[key], `${level} ${key}`).toBeGreaterThanOrEqual(before[key]);
    expect(own.recipients).toBeLessThanOrEqual(limits.sends.usual);
    expect(own.nameEnquiries).toBeLessThanOrEqual(limits.nameEnquiry.usual);
    expect(own.newAccounts).toBeLessThanOrEqual(own.newAccountsProven);
    expect(own.newAccountsProven).toBeLessThanOrEqual(own.payouts);
  }
});

test('a sum of the table is in minor units, of dollars a thousandth', () => {
  expect([allowedSum(50_000, 'NGN'), allowedSum(50_000, 'USD')]).toEqual([minor(5_000_000), minor(5_000)]);
});
