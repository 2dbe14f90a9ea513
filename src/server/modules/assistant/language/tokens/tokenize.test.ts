import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawText, tokenize } from './tokenize.ts';

const cut = (message: string): string[] => tokenize(message).map(({ raw }) => raw);
const mended = (message: string): string =>
  tokenize(message)
    .map(({ word }) => word)
    .join(' ');

test.each([
  ['40 yards @ ₦2,500, due 30/11.', ['40', 'yards', '@', '₦2,500', ',', 'due', '30/11', '.']],
  ['a.b@example.com, +234 803 000 0145', ['a.b@example.com', ',', '+234 803 000 0145']],
  ['INV-0042 and #53 or inv/2026/7', ['INV-0042', 'and', '#53', 'or', 'inv/2026/7']],
  ['2x logo 1.2m less 7.5% N85,000', ['2x', 'logo', '1.2m', 'less', '7.5%', 'N85,000']],
  ['Mr. Ade: 12V battery, A4 paper', ['Mr.', 'Ade', ':', '12V', 'battery', ',', 'A4', 'paper']],
  [
    '2,5 kg beef, 1,75l oil, 7,5% and 1,250 kg',
    ['2.5', 'kg', 'beef', ',', '1.75l', 'oil', ',', '7.5%', 'and', '1,250', 'kg'],
  ],
  ['invoices 2,5 and 7,5', ['invoices', '2', ',', '5', 'and', '7', ',', '5']],
  ['twenty-five 2-bedroom 3-4', ['twenty', 'five', '2-bedroom', '3', '-', '4']],
  ["Pastor James' bill in 'foods'", ['Pastor', "James'", 'bill', 'in', "'", 'foods', "'"]],
  ['15k.due\nfriday👍', ['15k', '.', 'due', '\n', 'friday', '👍']],
])('%j is cut into words', (message, words) => {
  expect(cut(message)).toEqual(words);
});

test.each([
  ['creat invioce fr Kunle', 'create invoice for kunle'],
  ['shwo overdu invoices lst mnth', 'show overdue invoices last month'],
  ['lst of custmers', 'list of customers'],
  ['du nxt wek frdy', 'due next week friday'],
  ['snd INV-0014 via emial', 'send inv-0014 via email'],
  ['snd #14 to his wa, or wa 08030000145', 'send #14 to his whatsapp , or whatsapp 08030000145'],
  ['tuna wa Malam Bello', 'tuna wa malam bello'],
  ['ad new costumer', 'add new customer'],
  ['billl Deji 25 thosand', 'bill deji 25 thousand'],
  ['sales in Septmber', 'sales in september'],
])('%j is mended', (message, words) => {
  expect(mended(message)).toBe(words);
});

test.each([
  'invoice ada, sade, dele and sule',
  'bill jane sand and tent and bell',
  'for charger and generator and nails',
  'charge mike prince and edith',
  'paint beast crate scale shade share',
])('%j means what it says', (message) => {
  expect(mended(message)).toBe(message.replaceAll(',', ' ,'));
});

test('words stand where they are said, in their order, and nothing but spaces is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (message) => {
      const words = tokenize(message);
      let end = 0;
      for (const word of words) {
        expect(message.slice(word.start, word.end)).toBe(word.raw);
        expect(word.start).toBeGreaterThanOrEqual(end);
        ({ end } = word);
      }
      expect(
        words
          .map(({ raw }) => raw)
          .join('')
          .replace(/\s/gu, ''),
      ).toBe(message.replace(/\s/gu, ''));
    }),
    { numRuns: 300 },
  );
});

test('a span is told with its spaces', () => {
  const words = tokenize('for 3 bags, Mama Nkechi (Kano)');
  expect(rawText(words, 1, words.length)).toBe('3 bags, Mama Nkechi (Kano)');
});
