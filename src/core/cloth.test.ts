import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/length.ts';
import { CLOTH_REPEAT, cloth, DUEWELL_INKS, DUEWELL_NIGHT, houseCloth, inks, luminance } from './cloth.ts';

const channel = fc.integer({ min: 0, max: 255 });
const colour = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

/** Names every element left open, closed twice or closed in the wrong order. */
function unbalanced(svg: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, name = ''] of svg.matchAll(/<\/?([a-z]+)(?: [a-zA-Z:-]+="[^"<>&]*")*\/?>/g)) {
    if (tag.startsWith('</')) {
      if (open.pop() !== name) wrong.push(tag);
    } else if (!tag.endsWith('/>')) open.push(name);
  }
  const left = svg.replace(/<\/?([a-z]+)(?: [a-zA-Z:-]+="[^"<>&]*")*\/?>/g, '');
  return left === '' ? [...wrong, ...open] : [...wrong, ...open, left];
}

test('the ground is dark enough for white text, whatever the brand', () => {
  fc.assert(
    fc.property(colour, colour, (primary, secondary) => {
      const dyes = inks(primary, secondary);
      expect(dyes).toHaveLength(5);
      for (const dye of dyes) expect(dye).toMatch(/^#[0-9a-f]{6}$/i);
      expect(luminance(dyes[0])).toBeLessThanOrEqual(0.045);
      expect(1.05 / (luminance(dyes[0]) + 0.05)).toBeGreaterThanOrEqual(11);
    }),
    { numRuns: rounds(500, 20_000) },
  );
});

test('any seed gives a well-formed drawing, the same for ever, its ids all prefixed and defined', () => {
  const cut = fc.record({
    columns: fc.integer({ min: 1, max: 9 }),
    rows: fc.integer({ min: 1, max: 9 }),
    crackle: fc.boolean(),
    idPrefix: fc.constantFrom('k', 'selvedge-', 'a1'),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), colour, colour, cut, (seed, primary, secondary, size) => {
      const options = { ...size, primary, secondary };
      const svg = cloth(seed, options);
      expect(cloth(seed, options)).toBe(svg);
      expect(unbalanced(svg)).toEqual([]);
      const ids = Array.from(svg.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
      const used = Array.from(svg.matchAll(/ href="#([^"]*)"/g), ([, id]) => id);
      expect(ids).toHaveLength(3);
      for (const id of ids) expect(id?.startsWith(size.idPrefix)).toBe(true);
      expect(ids).toEqual(expect.arrayContaining(used));
      expect(svg).toContain('aria-hidden="true"');
      expect(svg).toContain(`viewBox="0 0 ${size.columns * 48} ${size.rows * 48}"`);
    }),
  );
});

test('seeds and colours make different cloths; default ids of different cloths do not clash', () => {
  const brand = { primary: '#b42025', secondary: '#f2b01e' };
  const cloths = Array.from({ length: 50 }, (_, index) =>
    cloth(`biz_${index}`, { ...brand, idPrefix: 'k', crackle: false }),
  );
  expect(new Set(cloths).size).toBeGreaterThan(40);
  const idsOf = (svg: string) => Array.from(svg.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  const one = idsOf(cloth('biz_1', brand));
  const other = idsOf(cloth('biz_1', { ...brand, primary: '#0a7a4d' }));
  expect(one.filter((id) => other.includes(id))).toEqual([]);
});

test('a strip of the repeating length begins again where it ends', () => {
  fc.assert(
    fc.property(fc.string(), colour, (seed, primary) => {
      const options = { primary, secondary: '#ffffff', crackle: false, columns: 2 };
      const uses = (rows: number) =>
        Array.from(cloth(seed, { ...options, rows }).matchAll(/<use[^>]*>/g), ([use]) =>
          use.replace(/ (\d+)\)/, (_, y) => ` ${Number(y) % (CLOTH_REPEAT * 48)})`),
        );
      expect(uses(2 * CLOTH_REPEAT)).toEqual([...uses(CLOTH_REPEAT), ...uses(CLOTH_REPEAT)]);
    }),
  );
});

test.each([
  ['#F80', '#ff8800'],
  [' #FF8800 ', '#ff8800'],
  ['red', DUEWELL_INKS[0].toLowerCase()],
  ['"/><script>', DUEWELL_INKS[0].toLowerCase()],
])('the colour %j counts as %s', (given, meant) => {
  expect(inks(given, '#3b82f6')).toEqual(inks(meant, '#3b82f6'));
});

test('the house cloth wears its own five dyes, on a deeper ground at night', () => {
  const day = houseCloth({ columns: 12, rows: 12 });
  for (const dye of [DUEWELL_INKS[0], DUEWELL_INKS[1], DUEWELL_INKS[2], DUEWELL_INKS[4]])
    expect(day).toContain(dye);
  expect(houseCloth({ night: true })).toContain(DUEWELL_NIGHT);
  expect(houseCloth({ night: true })).not.toContain(DUEWELL_INKS[0]);
});
