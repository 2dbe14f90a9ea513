import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../tokens/tokenize.ts';
import { amountAt, percentAt } from './amounts.ts';

function read(sentence: string): string {
  const words = tokenize(sentence);
  const amount = amountAt(words, 0);
  if (!amount) return 'none';
  const rest = words
    .slice(amount.to)
    .map((word) => word.raw)
    .join(' ');
  return [amount.value, amount.currency, amount.kind, amount.each ? 'each' : null, rest && `then ${rest}`]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

describe('an amount', () => {
  test.each([
    ['9.5k', '9500 short'],
    ['1.2m', '1200000 short'],
    ['₦2,500', '2500 NGN money'],
    ['₦ 2,500', '2500 NGN money'],
    ['N85,000', '85000 NGN money'],
    ['n5000', '5000 NGN money'],
    ['#1500', '1500 NGN money'],
    ['N=5000', '5000 NGN money'],
    ['NGN 5,000', '5000 NGN money'],
    ['N2m', '2000000 NGN money'],
    ['#3k', '3000 NGN money'],
    ['15,000/=', '15000 grouped'],
    ['1,200.50', '1200.5 grouped'],
    ['450 naria', '450 NGN money'],
    ['32 thousand naira', '32000 NGN money'],
    ['20 k', '20000 short'],
    ['15 thousand five hundred', '15500 short'],
    ['two hundred and fifty thousand naira', '250000 NGN money'],
    ['one eighty k', '180000 short'],
    ['dubu goma sha biyar', '15000 short'],
    ['ẹgbẹ̀rún mẹ́wàá', '10000 short'],
    ['puku ise', '5000 short'],
    ['dubu dari biyu', '200000 short'],
    ['dubu dari biyu da hamsin', '250000 short'],
    ['dubu dari da ashirin da biyar', '125000 short'],
    ['dubu ɗari biyar', '500000 short'],
    ['dubu tara da dari biyar', '9500 short'],
    ['dari biyar', '500 plain'],
    ['puku iri abụọ', '20000 short'],
    ['puku iri na ise', '15000 short'],
    ['puku narị abụọ', '200000 short'],
    ['ẹgbẹ̀rún lọ́nà ogún', '20000 short'],
    ['one fifty thousand naira', '150000 NGN money'],
    ['twenty five thousand', '25000 short'],
    ['twenty-five', '25 plain'],
    ['a hundred thousand', '100000 short'],
    ['half a million', '500000 short'],
    ['one million two hundred thousand', '1200000 short'],
    ['one point five million', '1500000 short'],
    ['five five thousand', '5000 short each'],
    ['five-five thousand', '5000 short each'],
    ['500 500', '500 plain each'],
    ['five naira fifty kobo', '5.5 NGN money'],
    ['$150.50', '150.5 USD money'],
    ['150 dollars', '150 USD money'],
    ['USD 1,250.75', '1250.75 USD money'],
    ['150 bucks', '150 USD money'],
    ['5k bucks', '5000 NGN money'],
    ['200 pounds', '200 pounds money'],
    ['200 pounds of beef', '200 plain then pounds of beef'],
    ['£300', '300 pounds money'],
    ['700 Ghana cedis', '700 ghana cedis money'],
    ['300 naira 2 chairs', '300 NGN money then 2 chairs'],
    ['13 NGN 300', '13 plain then NGN 300'],
    ['one hundred thousand two bags', '100000 short then two bags'],
    ['fifteen thousand and two chairs', '15000 short then and two chairs'],
    ['4 five thousand', '4 plain then five thousand'],
    ['250 250 flyers', '250 plain then 250 flyers'],
    ['two and a half hours', '2.5 plain then hours'],
    ['9,600 and half dozen', '9600 grouped then and half dozen'],
    ['n wash', 'none'],
    ['12V battery', 'none'],
    ['50kg rice', 'none'],
    ['99999999999999999', 'none'],
  ])('%s', (sentence, amount) => {
    expect(read(sentence)).toBe(amount);
  });

  test.each([
    ['10%', 10],
    ['7.5 percent', 7.5],
    ['ten per cent', 10],
    ['10', undefined],
  ])('%s of something', (sentence, percent) => {
    expect(percentAt(tokenize(sentence), 0)?.value).toBe(percent);
  });

  test('is read exactly to the kobo, however it is written', () => {
    const kobo = fc.integer({ min: 1, max: 1_000_000_000 });
    const styles = fc.constantFrom(
      (n: string) => n,
      (n: string) => `₦${n}`,
      (n: string) => `N${n}`,
      (n: string) => `${n} naira`,
      (n: string) => `NGN ${n}`,
    );
    fc.assert(
      fc.property(kobo, styles, fc.boolean(), (minor, style, grouped) => {
        const text = grouped
          ? (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
          : (minor / 100).toFixed(2);
        expect(amountAt(tokenize(style(text)), 0)?.value).toBe(minor / 100);
      }),
    );
  });
});
