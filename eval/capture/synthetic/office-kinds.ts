import { fonts, type GeneratedDocument, truthOf } from './document-kinds.ts';
import { bold, buyer, end, head, type Money, noExtras, signed, sums, table } from './office-page.ts';
import { createPage } from './page.ts';
import type { Rng } from './rng.ts';
import { generateDeal, plainMoney } from './trade-data.ts';

/** Documents of markets and offices: counts with units, prices after a dash, departments, numbers of other things. */
export const officeKinds: Record<string, (rng: Rng) => GeneratedDocument> = { market, departments };

const units = ['carton', 'bag', 'paint', 'yard', 'dozen', 'roll', 'crate', 'bundle', 'tin', 'mudu'] as const;
const goods = [
  'A4 paper',
  'Rice, long grain',
  '6 inch nails',
  'Ankara Hollandais',
  'T bar',
  'Garri Ijebu',
  'V8 battery',
  'Palm oil',
  'Indomie super pack',
  'Egusi',
] as const;

// Counts with their unit beside or in a column of its own, and prices after a dash.
function market(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, noExtras);
  const inColumn = rng.often(0.5);
  const dash = rng.pick(['', '', '- ', '– ', '-']);
  const tail = rng.pick(['', '/-', '']);
  const naira = (kobo: number) => `${dash}${tail ? plainMoney(kobo).slice(0, -3) + tail : plainMoney(kobo)}`;
  const lines = rng.some(goods, rng.integer(2, 6)).map((description) => {
    const quantity = rng.integer(2, 40);
    const rate = 50_000 * rng.integer(1, 90);
    return { description, quantity, rate, total: quantity * rate };
  });
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const page = createPage(1240, '#fffdf6', rng.pick(fonts));
  head(page, rng, deal, rng.pick(['INVOICE', 'CASH SALES', 'SALES INVOICE']));
  page.text(1150, 335, `${rng.pick(['No.', 'Invoice #', 'Invoice No:'])} ${deal.number}`, end);
  buyer(page, rng, deal);
  const heads: [number, string][] = inColumn
    ? [
        [100, 'Qty'],
        [200, 'Unit'],
        [360, 'Description'],
      ]
    : [
        [100, 'Qty'],
        [360, 'Description of goods'],
      ];
  for (const [x, text] of heads) page.text(x, 450, text, bold);
  page.text(900, 450, 'Price', { ...bold, ...end });
  page.text(1150, 450, 'Amount', { ...bold, ...end });
  lines.forEach((line, at) => {
    const y = 500 + at * 44;
    const unit = rng.pick(units);
    const many = line.quantity === 1 ? unit : `${unit}s`;
    page.text(100, y, inColumn ? String(line.quantity) : `${line.quantity} ${many}`);
    if (inColumn) page.text(200, y, many);
    page.text(360, y, line.description);
    page.text(900, y, naira(line.rate), end);
    page.text(1150, y, naira(line.total), end);
  });
  const y = 520 + lines.length * 44;
  page.text(760, y, rng.pick(['Total', 'TOTAL', 'Grand Total']), bold);
  page.text(1150, y, naira(total), { ...bold, ...end });
  return {
    page: page.finish(y + 200),
    truth: truthOf({ ...deal, lines, total, subtotal: total }, { subtotal: null }),
  };
}

const departmentLines = [
  'Accounts Payable',
  'Attention: Accounts Payable',
  'Attn: Finance Department',
] as const;

// The customer among departments, notes and numbers that belong to other things.
function departments(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { ...noExtras, vat: rng.often(0.6) });
  const money = rng.pick<Money>([plainMoney, signed, (minor) => `NGN ${plainMoney(minor)}`]);
  const page = createPage(1240, '#ffffff', rng.pick(fonts));
  head(page, rng, deal, rng.pick(['INVOICE', 'TAX INVOICE']));
  const label = rng.pick(['Invoice No:', 'Invoice #', 'Sale ID:', 'Trans#', 'Our Ref:', 'Trans. No.']);
  page.text(760, 335, `${label} ${deal.number}`);
  if (!/Ref/.test(label)) page.text(760, 365, `Your Ref: PO-${rng.integer(100, 999)}`);
  page.text(
    760,
    395,
    `${rng.pick(['Property:', 'Special Handling:', 'Account Manager:'])} ${rng.pick(['Block C', 'None', 'Front desk'])}`,
  );
  page.text(90, 300, rng.pick(['Bill To:', 'BILL TO', 'Invoice To:']), bold);
  const block = rng.often(0.6)
    ? [rng.pick(departmentLines), deal.buyer, deal.buyerAddress]
    : [deal.buyer, rng.pick(departmentLines), deal.buyerAddress];
  block.forEach((line, at) => page.text(90, 332 + at * 30, line));
  table(page, rng, deal, money);
  const y = sums(
    page,
    520 + deal.lines.length * 44,
    [
      ...(deal.tax
        ? ([
            ['Subtotal', deal.subtotal],
            ['VAT 7.5%', deal.tax],
          ] as [string, number][])
        : []),
      [rng.pick(['Total', 'Amount Due', 'Invoice Total']), deal.total],
    ],
    money,
  );
  page.text(90, y + 40, 'Special Handling', bold);
  page.text(90, y + 72, 'Please quote #56 with your payment. Ask for desk No. 12.');
  return { page: page.finish(y + 160), truth: truthOf(deal, { currency: 'NGN' }) };
}
