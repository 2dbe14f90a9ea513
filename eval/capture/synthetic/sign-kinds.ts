import { fonts, type GeneratedDocument, truthOf } from './document-kinds.ts';
import { bold, buyer, end, head, noExtras } from './office-page.ts';
import { createPage, type Page, type TextStyle, widthOf } from './page.ts';
import { bars, byHand } from './pen.ts';
import type { Rng } from './rng.ts';
import { generateDeal, plainMoney } from './trade-data.ts';

type Way = {
  currency: string;
  sign: string;
  /** As typed; struck through by bars; or written by hand. */
  how?: 'barred' | 'hand';
  code?: string;
  isBehind?: boolean;
};

const ways: Record<string, Way> = {
  'naira sign': { currency: 'NGN', sign: '₦' },
  'naira, N with bars': { currency: 'NGN', sign: 'N', how: 'barred' },
  'naira by hand': { currency: 'NGN', sign: '₦', how: 'hand' },
  pounds: { currency: 'GBP', sign: '£' },
  'pounds with code': { currency: 'GBP', sign: '£', code: 'GBP' },
  'pounds by hand': { currency: 'GBP', sign: '£', how: 'hand' },
  euros: { currency: 'EUR', sign: '€' },
  'euros behind': { currency: 'EUR', sign: '€', isBehind: true },
  'euros with code': { currency: 'EUR', sign: '€', code: 'EUR' },
  dollars: { currency: 'USD', sign: '$' },
  'none, bare': { currency: 'NGN', sign: '' },
  'none, other marks': { currency: 'NGN', sign: '@' },
};

/** Papers with each sign of money and each way of writing it, from a seller at home. */
export const signKinds: Record<string, (rng: Rng) => GeneratedDocument> = Object.fromEntries(
  Object.entries(ways).map(([name, way]) => [name, (rng: Rng) => paper(rng, way)]),
);

const families = [
  ...fonts,
  'Liberation Mono',
  'DejaVu Serif',
  'DejaVu Sans Condensed',
  'Liberation Sans Narrow',
] as const;

function paper(rng: Rng, way: Way): GeneratedDocument {
  const deal = generateDeal(rng, { ...noExtras, vat: rng.often(0.4) });
  const font = rng.pick(families);
  const page = createPage(1240, rng.pick(['#ffffff', '#fdfdfb', '#fffdf6']), font);
  const size = rng.integer(19, 26);
  const space = rng.often(0.3) ? 0.25 * size : 0;
  const money = (y: number, x: number, minor: number, as: TextStyle = {}) =>
    drawMoney(page, rng, way, { x, y, text: plainMoney(minor), space, as: { size, font, ...as } });
  head(page, rng, deal);
  page.text(1150, 335, `${rng.pick(['Invoice No:', 'Invoice #'])} ${deal.number}`, end);
  if (way.code) page.text(1150, 370, `Currency: ${way.code}`, end);
  buyer(page, rng, deal);
  for (const [x, text] of [
    [690, 'Qty'],
    [900, 'Rate'],
    [1150, 'Amount'],
  ] as const)
    page.text(x, 450, text, { ...bold, ...end });
  page.text(90, 450, rng.pick(['Description', 'Item', 'Particulars']), bold);
  deal.lines.forEach((line, at) => {
    const y = 500 + at * 44;
    page.text(90, y, line.description);
    page.text(690, y, String(line.quantity), end);
    money(y, 900, line.rate);
    money(y, 1150, line.total);
  });
  const rows: [string, number][] = [
    ...(deal.tax
      ? ([
          ['Subtotal', deal.subtotal],
          ['VAT 7.5%', deal.tax],
        ] as [string, number][])
      : []),
    [rng.pick(['Total', 'Grand Total', 'Amount Due']), deal.total],
  ];
  const from = 530 + deal.lines.length * 44;
  rows.forEach(([label, value], at) => {
    page.text(700, from + at * 40, label, bold);
    money(from + at * 40, 1150, value, bold);
  });
  page.text(90, from + 180, 'Please quote #56 with your payment. Ask for desk No. 12.');
  return { page: page.finish(from + 260), truth: truthOf(deal, { currency: way.currency }) };
}

type Drawn = { x: number; y: number; text: string; space: number; as: TextStyle };

// The amount ends at `x`, with its sign before or behind it.
function drawMoney(page: Page, rng: Rng, way: Way, { x, y, text, space, as }: Drawn): void {
  const { sign, how, isBehind = false } = way;
  const size = as.size ?? 22;
  const signWidth = how === 'hand' ? 0.75 * size : widthOf(sign, as);
  page.text(isBehind ? x - signWidth - space : x, y, text, { ...as, ...end });
  const left = isBehind ? x - signWidth : x - widthOf(text, as) - space - signWidth;
  const spot = { x: left, y, size };
  if (how === 'hand') page.pen(byHand(sign, spot, rng), '#1a1a1a');
  else if (sign) page.text(left, y, sign, as);
  if (how === 'barred') page.pen(bars(spot, signWidth, rng), '#1a1a1a');
}
