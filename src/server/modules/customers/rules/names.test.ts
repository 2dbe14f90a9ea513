import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchByName } from './names.ts';

const all = [
  'Bright Stores Ltd',
  'Bright Future Academy',
  'Ada Obi',
  'Ada Eze',
  'Mrs Adaeze Okafor',
  'Dr. Musa Bello',
  'Kano Textiles',
  'Mama Chidi',
  'Çelik & Sons Nigeria Limited',
  'Mr',
  "D'Banj",
].map((name) => ({ name }));
const named = (query: string) => matchByName(query, all).map(({ name }) => name);

test.each<[string, string[]]>([
  ['bright stores', ['Bright Stores Ltd']],
  ['BRIGHT STORES LIMITED', ['Bright Stores Ltd']],
  ['brightstores', ['Bright Stores Ltd']],
  ['bright', ['Bright Stores Ltd', 'Bright Future Academy']],
  ['brigth store', ['Bright Stores Ltd']],
  ['ada', ['Ada Obi', 'Ada Eze']],
  ['Ada  Obi', ['Ada Obi']],
  ['obi ada', ['Ada Obi']],
  ['adaeze', ['Mrs Adaeze Okafor']],
  ['madam okafor', ['Mrs Adaeze Okafor']],
  ['Alhaji Musa', ['Dr. Musa Bello']],
  ['musa belo', ['Dr. Musa Bello']],
  ['kano textile', ['Kano Textiles']],
  ['kno texitles', ['Kano Textiles']],
  ['mama chidi', ['Mama Chidi']],
  ['celik and sons', ['Çelik & Sons Nigeria Limited']],
  ['celik sons', ['Çelik & Sons Nigeria Limited']],
  ['Dbanj', ["D'Banj"]],
  ['mr', ['Mr']],
  ['Dr', ['Dr. Musa Bello']],
  ['Chief', []],
  ['Zubi', []],
  ['o', []],
  ['', []],
  ['...', []],
])('“%s” means %j', (query, names) => {
  expect(named(query)).toEqual(names);
});

test('a name said as it is written is always found, and found first', () => {
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.array(fc.string({ maxLength: 20 })), (one, others) => {
      const known = [...others.map((name) => ({ name })), one];
      expect(matchByName(one.name, known)).toContainEqual(one);
    }),
  );
});
