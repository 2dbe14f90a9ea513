import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { StatementLine } from '../api.ts';
import { firstChoice, fitsSeveral, isSure, planOf, suggestedTax } from './plan.ts';

const share = (invoiceId: string, amount: number, outstanding = amount) => ({
  invoiceId,
  invoiceNumber: invoiceId,
  customerName: 'Ada',
  amount: minor(amount),
  outstanding: minor(outstanding),
});
const line = (
  amount: number,
  suggestions: Partial<StatementLine['suggestions'][number]>[],
  typed = false,
): StatementLine => ({
  id: 'l1',
  _id: 'l1',
  row: 2,
  day: '2026-01-01',
  amount: minor(amount),
  narration: '',
  payer: '',
  reference: '',
  balance: null,
  state: 'open',
  note: '',
  payment: null,
  typed: typed ? { id: 'p1', day: '2026-01-01', invoiceNumber: 'I', customerName: 'Ada' } : null,
  provider: null,
  returned: null,
  suggestions: suggestions.map((one) => ({
    certainty: 'likely',
    reason: 'name_and_sum',
    shares: [],
    withheld: null,
    withheldFor: null,
    ...one,
  })),
});

test('the whole of a line is recorded: parts as suggested, the rest as credit', () => {
  const both = line(300, [{ shares: [share('a', 100), share('b', 200)] }]);
  expect(planOf(both, { kind: 'suggestion', at: 0 })).toMatchObject({
    match: {
      allocations: [
        { invoiceId: 'a', amount: 100 },
        { invoiceId: 'b', amount: 200 },
      ],
    },
    over: 0,
    left: 0,
  });
  expect(planOf(line(350, both.suggestions), { kind: 'suggestion', at: 0 })).toMatchObject({
    match: { allocations: [{ amount: 150 }, { amount: 200 }], keepRestAsCredit: true },
    over: 50,
  });
  const part = line(95, [{ shares: [share('a', 95, 100)], withheld: minor(5) }]);
  expect(planOf(part, { kind: 'suggestion', at: 0 })).toMatchObject({
    over: 0,
    left: 5,
    withheld: 5,
    mayBeTax: true,
  });
  const kept = line(95, [{ withheldFor: 'rent' }, {}]);
  expect(suggestedTax(kept, { kind: 'suggestion', at: 0 })).toBe('rent');
  expect(suggestedTax(kept, { kind: 'suggestion', at: 1 })).toBeNull();
  expect(suggestedTax(kept, { kind: 'leave' })).toBeNull();
});

const chosen = (id: string, balance: number) => ({
  id,
  number: id,
  customerName: 'Obi',
  customerEmail: '',
  balance: minor(balance),
  settledBy: { outstanding: minor(balance), asked: minor(balance), early: null },
});

test('a line split by hand is recorded once all of it is placed, and no invoice takes more than it is owed', () => {
  const [a, b] = [chosen('a', 80), chosen('b', 50)];
  const plan = (first: number | null, second: number | null, keepRest = false) =>
    planOf(line(100, []), {
      kind: 'split',
      keepRest,
      parts: [
        { invoice: a, amount: first === null ? null : minor(first) },
        { invoice: b, amount: second === null ? null : minor(second) },
      ],
    });
  expect(plan(70, 30)).toMatchObject({
    match: {
      allocations: [
        { invoiceId: 'a', amount: 70 },
        { invoiceId: 'b', amount: 30 },
      ],
    },
    over: 0,
    left: 30,
  });
  for (const unfinished of [plan(70, 20), plan(70, null), plan(90, 10), plan(100, 0), plan(70, 40)])
    expect(unfinished).toBeNull();
  // The rest goes with the one that takes no more, so that it is credit as it was said.
  expect(plan(40, 50, true)).toMatchObject({
    match: {
      allocations: [
        { invoiceId: 'b', amount: 60 },
        { invoiceId: 'a', amount: 40 },
      ],
      keepRestAsCredit: true,
    },
    over: 10,
    left: 40,
  });
  expect(plan(40, 40, true)).toBeNull();
});

test('an invoice by hand takes what it is owed', () => {
  const invoice = chosen('z', 80);
  expect(planOf(line(100, []), { kind: 'invoice', invoice })).toMatchObject({
    match: { allocations: [{ invoiceId: 'z', amount: 100 }], keepRestAsCredit: true },
    over: 20,
    left: 0,
  });
  expect(planOf(line(50, []), { kind: 'invoice', invoice })).toMatchObject({
    over: 0,
    left: 30,
    mayBeTax: false,
  });
  expect(planOf(line(50, []), { kind: 'invoice', invoice: null })).toBeNull();
});

test('money that takes the discount for paying early settles an invoice by hand, and more is credit', () => {
  const early = { outstanding: minor(98), asked: minor(98), until: '2026-01-01' };
  const { settledBy, ...rest } = chosen('z', 100);
  const invoice = { ...rest, settledBy: { ...settledBy, early } };
  const parts = [{ invoice, amount: minor(98) }];
  const left = (amount: number, day: string) => {
    const one = { ...line(amount, []), day };
    const plan = planOf(one, { kind: 'invoice', invoice });
    const split = planOf(one, { kind: 'split', parts, keepRest: true });
    return [plan?.left, plan?.over, split?.left];
  };
  expect(left(98, '2026-01-01')).toEqual([0, 0, 0]);
  expect(left(100, '2026-01-01')).toEqual([0, 2, 0]);
  expect(left(98, '2026-01-02')).toEqual([2, 0, 2]);
});

test('the net of declared tax settles an invoice by hand, early and late, and no other sum does', () => {
  const sums = (outstanding: number, asked: number) => ({
    outstanding: minor(outstanding),
    asked: minor(asked),
  });
  const early = { ...sums(98, 93), until: '2026-01-01' };
  const invoice = { ...chosen('z', 100), settledBy: { ...sums(100, 95), early } };
  const effect = (amount: number, day: string) => {
    const plan = planOf({ ...line(amount, []), day }, { kind: 'invoice', invoice });
    const { left, over, withheld, mayBeTax } = plan ?? {};
    return { left, over, withheld, mayBeTax };
  };
  const settled = { left: 0, over: 0, withheld: 5, mayBeTax: false };
  expect(effect(93, '2026-01-01')).toEqual(settled);
  expect(effect(95, '2026-01-02')).toEqual(settled);
  expect(effect(93, '2026-01-02')).toEqual({ ...settled, left: 2, withheld: null, mayBeTax: true });
});

test('what was typed before comes first, and is never ticked by itself', () => {
  const certain = [{ certainty: 'certain' as const, shares: [share('a', 100)] }];
  expect(isSure(line(100, certain))).toBe(true);
  expect(isSure(line(100, certain, true))).toBe(false);
  expect(isSure({ ...line(100, certain), provider: 'Paystack' })).toBe(false);
  expect(firstChoice(line(100, certain, true))).toEqual({ kind: 'typed' });
  expect(planOf(line(100, certain, true), { kind: 'typed' })?.match).toEqual({
    lineId: 'l1',
    allocations: [],
    paymentId: 'p1',
  });
  expect(firstChoice(line(100, []))).toEqual({ kind: 'leave' });
});

test.each([
  ['possible', 'name_and_amount', true],
  ['possible', 'number_and_amount', true],
  ['possible', 'name_alone', false],
  ['likely', 'name_and_amount', false],
] as const)('%s by %s fits another as well: %s', (certainty, reason, several) => {
  expect(line(100, [{ certainty, reason }]).suggestions.map(fitsSeveral)).toEqual([several]);
});
