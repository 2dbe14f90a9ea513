import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { emptyDraft, emptyEntry, type InvoiceDraft } from './draft.ts';
import { isEntryBlank } from './rules.ts';
import { firstEntry, suggestionsFor } from './suggest.ts';

const TODAY = '2026-11-21';
const tray = { description: 'Jollof rice, large tray', quantity: 1_000_000, rate: minor(45_000_00) };

test.each<[string, Partial<InvoiceDraft>, Partial<InvoiceDraft>, Partial<InvoiceDraft>]>([
  [
    'the title is the first item',
    {},
    { items: [tray] },
    { title: tray.description, description: tray.description },
  ],
  ['a typed title stays', { title: 'Naming', description: 'Food' }, { items: [tray] }, {}],
  [
    'a title stays when its item changes',
    { title: 'Tray', description: 'Food', items: [{ ...tray, description: 'Tray' }] },
    { items: [tray] },
    {},
  ],
  [
    'the description follows the title',
    { title: 'We', description: 'We' },
    { title: 'Wed' },
    { description: 'Wed' },
  ],
  ['a typed description stays', { title: 'We', description: 'Food' }, { title: 'Wed' }, {}],
  ['a description may be emptied', { title: 'We', description: 'We' }, { description: '' }, {}],
  ['terms follow the day', {}, { dueDate: '2026-11-28' }, { paymentTerms: 'Net 7' }],
  ['today is on receipt', {}, { dueDate: TODAY }, { paymentTerms: 'Due on receipt' }],
  [
    'terms follow it on',
    { dueDate: '2026-11-28', paymentTerms: 'Net 7' },
    { dueDate: '2026-12-12' },
    { paymentTerms: 'Net 21' },
  ],
  ['typed terms stay', { dueDate: '2026-11-28', paymentTerms: 'Half now' }, { dueDate: '2026-12-12' }, {}],
  ['a day gone by says nothing', {}, { dueDate: '2026-11-20' }, {}],
])('%s', (_what, before, change, filled) => {
  expect(suggestionsFor({ ...emptyDraft, ...before }, change, TODAY)).toEqual(filled);
});

test('the first item begins with the title, and counts as nothing typed until it has a price', () => {
  const blank = { ...emptyDraft, title: ' Wedding ' };
  const draft = { ...blank, entry: firstEntry(blank) };
  expect(draft.entry).toEqual({ ...emptyEntry, description: 'Wedding' });
  expect(isEntryBlank(draft)).toBe(true);
  expect(isEntryBlank({ ...draft, entry: { ...draft.entry, rate: tray.rate } })).toBe(false);
  expect(firstEntry({ ...draft, entry: emptyEntry, items: [tray] })).toEqual(emptyEntry);
});
