import { describe, expect, test } from 'vitest';
import { type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { withholdingBps, type WithholdingKind, withholdingKinds } from '#core/tax-rates.ts';
import { totalsOf } from '#core/totals.ts';
import { likelyTax, rateKept, withheldOf } from './withholding.ts';

const prices = [
  { price: 'net', taxBps: 750, pricesIncludeTax: false },
  { price: 'gross', taxBps: 750, pricesIncludeTax: true },
  { price: 'net, no VAT', taxBps: 0, pricesIncludeTax: false },
  { price: 'gross, no VAT', taxBps: 0, pricesIncludeTax: true },
];
const kinds: [WithholdingKind, number][] = [
  ['services', 200],
  ['professional', 500],
  ['rent', 1000],
];
const kobo = [1_000_400_33, 333_33, 12_345_05, 99_999_99, 1_250_50, 100_10].map(minor);
const cells = prices.flatMap((price) =>
  kinds.flatMap(([kind, bps]) => [true, false].map((hasTaxId) => ({ ...price, kind, bps, hasTaxId }))),
);

function invoiceOf(rate: Minor, terms: { taxBps: number; pricesIncludeTax: boolean }, paid: Minor = ZERO) {
  const { total, tax } = totalsOf([{ quantityMicro: 1_000_000, rate }], terms);
  return {
    total_minor: total,
    tax_minor: tax,
    credited_minor: ZERO,
    paid_minor: paid,
    balance_minor: subtract(total, paid),
    issue_date: '2026-11-02',
  };
}
const halfUp = (base: number, bps: number) => Number((BigInt(base) * BigInt(bps) + 5_000n) / 10_000n);
const paidBut = (rate: Minor, terms: (typeof prices)[number], bps: number) => {
  const whole = invoiceOf(rate, terms);
  return invoiceOf(rate, terms, subtract(whole.total_minor, withheldOf(whole, bps).amount));
};

describe.each(cells)('$price, $kind, tax ID: $hasTaxId', ({ kind, bps: single, hasTaxId, ...terms }) => {
  const bps = hasTaxId ? single : single * 2;
  const usual = { hasTaxId, usualKind: kind };

  test('is kept of the sum before VAT, half a kobo upwards', () => {
    for (const rate of kobo) {
      const invoice = invoiceOf(rate, terms);
      const base = invoice.total_minor - invoice.tax_minor;
      expect(rateKept(invoice, kind, { hasTaxId }, ZERO)).toBe(bps);
      expect(withheldOf(invoice, bps)).toEqual({ base, amount: halfUp(base, bps) });
    }
  });

  test('is expected of who usually keeps it, and of nobody else', () => {
    for (const rate of kobo) {
      const invoice = invoiceOf(rate, terms);
      const { base, amount } = withheldOf(invoice, bps);
      const net = invoice.total_minor - amount;
      expect(likelyTax(invoice, usual)).toEqual({ state: 'expected', kind, bps, base, amount, net });
      expect(likelyTax(invoice, { hasTaxId, usualKind: null })).toBeNull();
    }
  });

  test('is missing where exactly it is short, at the rate with or without a tax ID, and not a kobo off', () => {
    for (const rate of kobo)
      for (const kept of [single, single * 2]) {
        const invoice = paidBut(rate, { ...terms }, kept);
        const found = likelyTax(invoice, usual);
        expect(found).toMatchObject({ state: 'missing', kind, bps: kept, amount: invoice.balance_minor });
        expect(rateKept(invoice, kind, { hasTaxId }, invoice.balance_minor)).toBe(kept);
        const guessed = likelyTax(invoice, { hasTaxId, usualKind: null });
        expect(guessed).toMatchObject({ state: 'missing', bps: kept });
        for (const off of [-1, 1]) {
          const near = invoiceOf(rate, terms, minor(invoice.paid_minor + off));
          expect(likelyTax(near, { hasTaxId, usualKind: null })).toBeNull();
        }
      }
  });
});

test('nothing is missing before money came, once nothing is owed, or before there was a rate', () => {
  const [terms] = prices;
  const invoice = paidBut(minor(1_000_000_00), terms!, 500);
  const none = { hasTaxId: true, usualKind: null };
  expect(likelyTax(invoice, none)).toMatchObject({ kind: 'professional', bps: 500 });
  expect(likelyTax({ ...invoice, paid_minor: ZERO }, none)).toBeNull();
  expect(likelyTax({ ...invoice, balance_minor: ZERO }, none)).toBeNull();
  expect(likelyTax({ ...invoice, issue_date: '2024-12-31' }, none)).toBeNull();
});

test('every purpose has a rate today', () => {
  for (const kind of withholdingKinds)
    expect([200, 500, 1000, 1500]).toContain(withholdingBps(kind, '2026-11-02', { hasTaxId: true }));
});
