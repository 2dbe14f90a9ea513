import { expect, test } from 'vitest';
import { textValue } from '#core/tables.ts';
import { tableViewOf } from './table-view.ts';
import { sampleReport } from './testing.ts';

const widestOf = (values: string[]) => {
  const { business, made, testMode } = sampleReport();
  const rows = values.map((text) => [textValue(text)]);
  const tables = [{ title: 'Customers', headings: ['Name'], rows }];
  const document = {
    business,
    made,
    testMode,
    currency: 'NGN',
    title: 'Names',
    about: '',
    tables,
    empty: '',
  } as const;
  return tableViewOf({ ...document, tables }, false).tables[0]?.headings[0]?.widest;
};

test('what is measured of a column holds its widest value, behind longer ones of narrow letters', () => {
  const narrow = Array.from({ length: 26 }, (_, at) => `${String.fromCharCode(97 + at)}illi filliti`);
  expect(widestOf([...narrow, 'MMWW Mmmm'])).toContainEqual({ text: 'MMWW Mmmm' });
});

test('a value that stands in every row is measured once, so that others are', () => {
  const repeated = Array.from({ length: 40 }, () => 'Credit notes');
  expect(widestOf([...repeated, 'Women Wear'])).toEqual([{ text: 'Women Wear' }, { text: 'Credit notes' }]);
});
