import { expect, test } from 'vitest';
import { creditNoteDocument } from '#core/invoice/credit-note-document.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { languageCodes } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import { viewOf } from './view.ts';

const note = {
  number: 'CRN-0001',
  invoiceNumber: 'INV-0042',
  poNumber: '',
  title: 'Catering',
  currency: 'NGN' as const,
  date: '2026-12-11',
  customerName: 'Mrs Bello',
  customerEmail: '',
  lines: [],
  discount: minor(0),
  taxRate: 0,
  pricesIncludeTax: false,
  tax: minor(0),
  total: minor(100_00),
  paidEarly: false,
};
const business = {
  id: 'biz_okafor',
  name: 'Okafor Kitchen',
  email: 'adaeze@okafor.ng',
  phone: null,
  addressLines: [],
  taxLines: [],
  primaryColor: '#b4232a',
  secondaryColor: '#f2a516',
  logo: null,
};
const printed = (withdrawn: boolean, language: (typeof languageCodes)[number]) =>
  viewOf(
    {
      document: creditNoteDocument({ ...note, withdrawn }, business, language),
      business,
      payUrl: 'https://duewell.example/pay/x',
      check: { url: 'https://duewell.example/verify', code: 'ABCD-EFGH' },
      testMode: false,
    },
    false,
  );

test.each(languageCodes)(
  'a credit note that was taken back says so, and nothing of a cancelled invoice: %s',
  (language) => {
    const { mark, foot } = printed(true, language);
    const { withdrawn, withdrawnHint, cancelledHint } = invoiceLabels[language];
    expect(mark).toMatchObject({ landed: false });
    expect([withdrawn, withdrawnHint].every((text) => text !== '')).toBe(true);
    expect(foot.hint).not.toBe(cancelledHint);
    expect(printed(false, language).mark).toBeNull();
  },
);

test('in English it is withdrawn', () => {
  const { mark, foot } = printed(true, 'en');
  expect(mark).toEqual({ text: 'Withdrawn', landed: false });
  expect(foot.hint).toContain('This credit note was withdrawn');
});

test.each(languageCodes)('a credit note for paying early says so: %s', (language) => {
  const { creditReason: label, paidEarly: value } = invoiceLabels[language];
  const named = (paidEarly: boolean) =>
    creditNoteDocument({ ...note, paidEarly, withdrawn: false }, business, language).references;
  expect(named(true)).toContainEqual({ key: 'creditReason', label, value });
  expect(named(false)).toEqual([expect.objectContaining({ key: 'invoice' })]);
});
