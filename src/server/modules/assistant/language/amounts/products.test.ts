import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from '../tokens/tokenize.ts';
import { understand } from '../understand.ts';
import { FRIDAY } from '../testing.ts';
import { NO_MEMORY } from '../types.ts';
import { withoutProducts } from './products.ts';

const THINGS = ['chairs', 'bags of cement', 'veils', 'ankara', 'planks'];
const lines = fc.array(
  fc.record({
    thing: fc.constantFrom(...THINGS),
    count: fc.integer({ min: 2, max: 60 }),
    price: fc.integer({ min: 10, max: 900 }).map((tens) => tens * 100),
  }),
  { minLength: 1, maxLength: 4 },
);
const FORMS: ((thing: string, count: number, price: string, sum: string) => string)[] = [
  (thing, count, price, sum) => `${count} ${thing} @ ${price}${sum && ` = ${sum}`}`,
  (thing, count, price, sum) => `${thing} ${count} x ${price}${sum && ` (${sum})`}`,
  (thing, count, price, sum) => `${count} ${thing} at ${price} each${sum && ` = ${sum}`}`,
  (thing, count, price, sum) => `${thing} ${count} ${price}${sum && ` ${sum}`}`,
  (thing, count, price, sum) => `${thing} - ${count} - ${price}${sum && ` - ${sum}`}`,
];
const grouped = (amount: number): string => amount.toLocaleString('en');

test('a line is read as without the sum that it comes to, and a sum that it does not come to stays', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(...FORMS), fc.constantFrom('\n', '; '), (all, form, joint) => {
      const said = (sumOf: (sum: number) => string): string =>
        all
          .map(({ thing, count, price }) => form(thing, count, grouped(price), sumOf(count * price)))
          .join(joint);
      const read = (message: string) => withoutProducts(tokenize(message)).map(({ raw }) => raw);
      expect(read(said(grouped))).toEqual(read(said(() => '')));
      const other = said((sum) => grouped(sum + 7));
      expect(read(other)).toEqual(tokenize(other).map(({ raw }) => raw));
    }),
  );
});

test.each([
  [
    'Ada Obi\nRice 2 bags x 62,000 = 124,000\nOil 3 kegs x 38,000 = 114,000\nTransport = 5,000\nTotal = 243,000',
    243_000,
  ],
  ['bill Ada: cement 10 x 9,500 = 95,000, rods 20 x 12,000 = 240,000. Total 335,000', 335_000],
  ['bill Ada 10 bags @ 9500 total 95,000, 20 rods @ 12k total 240,000', 335_000],
  ['bill Ada delivery 1 @ 5,000 = 5,000 and 2 chairs @ 10k = 20k', 25_000],
  ["bill Ada 3 bags rice at 45k each, that's 135k", 135_000],
  ['invoice Ada 2 gowns at 25k = 50k less 5k discount', 45_000],
])('%s', (message, total) => {
  const { asks, asides, memory } = understand(message, NO_MEMORY, FRIDAY);
  expect([asks, asides, memory.pending?.draft?.total]).toEqual([null, [], total]);
});

test('in a change of an open invoice too', () => {
  const { memory } = understand('bill Ada 2 chairs at 10k', NO_MEMORY, FRIDAY);
  const { draft } = understand('add 3 bags cement @ 9,500 = 28,500', memory, FRIDAY);
  expect([draft?.items.length, draft?.total]).toEqual([2, 48_500]);
});

test.each(['Ada 2 gowns 25k each, she has paid 50k', 'invoice 2, 500 and 1000', 'size 2 5 10'])(
  'whatever else has the same figures stays: %s',
  (message) => expect(withoutProducts(tokenize(message))).toHaveLength(tokenize(message).length),
);
