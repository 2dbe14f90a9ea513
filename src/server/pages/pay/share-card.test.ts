import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cloth } from '#core/cloth.ts';
import { CARD, shareCard } from './share-card.ts';

const business = {
  id: 'biz_okafor',
  name: 'Okafor Kitchen & Events',
  primaryColor: '#b4232a',
  secondaryColor: '#f2a516',
};
const edge = { left: 1000, top: 0, width: 200, height: 600 };
const pixels = (image: Buffer, region = edge) => sharp(image).extract(region).removeAlpha().raw().toBuffer();

/** How far two pictures are apart, 0 to 255, in the middle. */
function distance(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

test('the card is a small picture of the size chats ask for, on the cloth of the business', async () => {
  const card = await shareCard(business, 'Invoice');
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', ...CARD });
  expect(card.byteLength).toBeLessThan(100_000);
  const { primaryColor: primary, secondaryColor: secondary } = business;
  const drawn = (id: string) =>
    sharp(Buffer.from(cloth(id, { primary, secondary, columns: 16, rows: 9 })), { density: 144 })
      .resize({ ...CARD, fit: 'cover' })
      .png()
      .toBuffer();
  const shown = await pixels(card);
  expect(distance(shown, await pixels(await drawn(business.id)))).toBeLessThan(4);
  expect(distance(shown, await pixels(await drawn('biz_another')))).toBeGreaterThan(20);
});

test('the name is on the sheet, whatever it is made of, and never leaves it', async () => {
  const names = [
    'Ọmọ́tádé Interiors, Furniture & Household Fittings Enterprises',
    '<b>&',
    'A'.repeat(400),
    '\u0000',
  ];
  const inside = { left: 148, top: 190, width: 752, height: 240 };
  const margin = { left: 905, top: 150, width: 50, height: 320 };
  for (const name of names) {
    const card = await shareCard({ ...business, name }, 'Akwụkwọ ụgwọ');
    const { channels } = await sharp(await sharp(card).extract(inside).png().toBuffer()).stats();
    expect(channels[0]?.min, name).toBeLessThan(60);
    expect(
      (await pixels(card, margin)).every((value) => value > 250),
      name,
    ).toBe(true);
  }
});

test('a card is drawn once in each language', async () => {
  const card = await shareCard({ ...business }, 'Invoice');
  expect(await shareCard({ ...business }, 'Invoice')).toBe(card);
  expect(await shareCard({ ...business }, 'Daftari')).not.toEqual(card);
});
