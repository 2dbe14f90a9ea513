import jsQR from 'jsqr';
import { beforeAll, expect, test } from 'vitest';
import type { PosterDocument } from '#server/kernel/ports/pdf.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';
import { drawnShapes, packed, pagesOf, tagsOf } from './testing.ts';

let maker: Typesetter;
beforeAll(() => {
  maker = createTypesetter();
});

const poster = (changes: Partial<PosterDocument> = {}): PosterDocument => ({
  size: 'a4',
  business: {
    id: 'biz_1',
    name: 'Okafor Kitchen & Events',
    primaryColor: '#B3261E',
    secondaryColor: '#F7B32B',
    logo: null,
  },
  url: 'https://duewell.example/shop/7KQ39MXT',
  link: 'duewell.example/shop/7KQ3-9MXT',
  testMode: false,
  ...changes,
});
const named = (name: string) => ({ ...poster().business, name });

test.each([
  ['a4', 'Okafor Kitchen & Events', false],
  ['a6', 'Okafor Kitchen & Events', true],
  [
    'a4',
    'Ọláwùnmí Adébáyọ̀ & Daughters Integrated Catering, Decoration and Rental Services Limited, Ìbàdàn',
    true,
  ],
  ['a6', 'W'.repeat(100), true],
] as const)(
  'a poster on %s of %s is one sheet that says all and can be scanned',
  async (size, name, testMode) => {
    const pdf = await maker.poster(poster({ size, business: named(name), testMode }));
    const pages = await pagesOf(pdf);
    expect(pages).toHaveLength(1);
    const text = packed(pages.join(''));
    for (const shown of [name, 'Scan to pay', 'duewell.example/shop/7KQ3-9MXT', `must say ${name}.`])
      expect(text).toContain(packed(shown));
    expect(text.includes(packed('TEST MODE'))).toBe(testMode);
    // Statements that are not true, or may not be tomorrow, are not printed.
    expect(text).not.toMatch(/verified|registered/i);
    const { pixels, width, height } = await drawnShapes(pdf, size === 'a4' ? 1 : 2);
    expect(jsQR.default(pixels, width, height)?.data).toBe(poster().url);
  },
);

test('the code is told to whoever cannot see it', async () => {
  const tags = await tagsOf(await maker.poster(poster()));
  expect(tags.find(({ alt }) => alt !== null)?.alt).toBe('QR code of the address below');
});
