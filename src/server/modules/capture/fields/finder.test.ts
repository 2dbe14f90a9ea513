import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { judge } from '../../../../../eval/capture/judge.ts';
import { generateReadings } from '../../../../../eval/capture/synthetic/generate.ts';
import { papers } from '../../../../../eval/capture/training/examples.ts';
import { packedFields } from '../../../../../eval/capture/training/train.ts';
import { rounds } from '../../../../../tests/length.ts';
import { extractInvoice } from '../extract.ts';
import { sheetsOf } from '../layout/sheet.ts';
import { numberStyleOf } from '../numbers/amounts.ts';
import { NO_CONTEXT, pageOf } from '../testing.ts';
import { rowsWithAmounts } from '../totals/figures.ts';
import { labels } from './finder.ts';
import { unitsOf } from './units.ts';

const paper = (label: string) => `
EKAETTE BAKERY                                    INVOICE
Sold To:                                          Date: 23/05/2026
Bassey & Co                                       No. 1029
Qty           Description             Price          Amount
3             Bag of cement           4,500.00       13,500.00
12            Roll-up banner          1,650.00       19,800.00
                                      ${label.padEnd(15)}33,300.00`;

test('a sum whose label is cut or lost is the total, and doubtful', () => {
  for (const label of ['Tal', 'Gran', '']) {
    const page = pageOf(paper(label));
    expect([label, extractInvoice([page], NO_CONTEXT, null).total]).not.toEqual([label, 33_300]);
    const { total, confidence } = extractInvoice([page], NO_CONTEXT);
    expect([label, total]).toEqual([label, 33_300]);
    expect(confidence.total).toBeLessThan(0.8);
  }
});

const DAMAGED = new Set(['faded', 'carbon', 'letters']);

test('papers are read better than by rules alone, and not more of them wrong', () => {
  // Of clear papers the rules alone leave nothing to find.
  const readings = [...generateReadings(rounds(224, 560), 31)].filter(({ misreading }) =>
    DAMAGED.has(misreading),
  );
  const totals = (model?: null) => {
    const fields = readings
      .flatMap((one) => judge({ ...one, groups: [], kind: 'paper' }, model).scored)
      .filter(({ field }) => ['total', 'date', 'invoiceNumber', 'customerName'].includes(field));
    const count = (verdict: string, field?: string) =>
      fields.filter((one) => one.verdict === verdict && (!field || one.field === field)).length;
    const sure = fields.filter((one) => one.field === 'total' && (one.confidence ?? 0) >= 0.8);
    return {
      right: count('right'),
      totals: count('right', 'total'),
      wrong: count('wrong', 'total'),
      doubtful: sure.filter((one) => one.verdict === 'wrong').length,
    };
  };
  const [rules, found] = [totals(null), totals()];
  expect(found.right).toBeGreaterThan(rules.right);
  expect(found.totals).toBeGreaterThanOrEqual(rules.totals);
  expect(found.wrong).toBeLessThanOrEqual(rules.wrong);
  expect(found.doubtful).toBe(0);
});

test('the same papers make the same weights, with every field among them', () => {
  const few = papers(28, 1);
  expect(packedFields(few).equals(packedFields(papers(28, 1)))).toBe(true);
  const marked = new Set(few.flatMap(({ examples }) => examples.map(({ label }) => labels[label])));
  expect([...marked].toSorted()).toEqual([...labels].toSorted());
  expect(gzipSync(packedFields(few)).length).toBeLessThan(1_000_000);
});

test('an endless page is looked at so far and no further', () => {
  const page = pageOf(Array.from({ length: 400 }, () => 'Rice 2 1,000.00 2,000.00 '.repeat(4)).join('\n'));
  const [sheet] = sheetsOf([page]);
  const rows = sheet ? rowsWithAmounts(sheet, numberStyleOf(sheet)) : [];
  expect(unitsOf(rows, NO_CONTEXT.today)).toHaveLength(1500);
});
