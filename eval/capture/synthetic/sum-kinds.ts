import { fonts, type GeneratedDocument, truthOf } from './document-kinds.ts';
import { bold, buyer, end, head, type Money, noExtras, signed, sums, table } from './office-page.ts';
import { createPage } from './page.ts';
import type { Rng } from './rng.ts';
import { dateStyles, generateDeal, plainMoney } from './trade-data.ts';

/** Documents whose sums are easily taken for each other. */
export const sumKinds: Record<string, (rng: Rng) => GeneratedDocument> = {
  'tax table': taxTable,
  commission,
  rounded,
  'carried forward': carriedForward,
  'two invoices': twoInvoices,
};

// A summary of two rates of tax, above or below the total, with sums of its own.
function taxTable(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, noExtras);
  const [sign, currency] = rng.pick<readonly [string, string]>([
    ['$', 'USD'],
    ['£', 'GBP'],
    ['€', 'EUR'],
    ['', 'NGN'],
  ]);
  const money: Money = (minor) => `${sign}${plainMoney(minor)}`;
  const part = deal.lines[0]?.total ?? 0;
  const [low, high] = rng.pick<readonly [number, number]>([
    [5, 20],
    [7, 19],
    [6, 21],
  ]);
  const bases = deal.lines.length > 1 ? [part, deal.subtotal - part] : [deal.subtotal];
  const taxes = bases.map((base, at) => Math.round((base * (at ? high : low)) / 100));
  const tax = taxes.reduce((sum, value) => sum + value, 0);
  const total = deal.subtotal + tax;
  const page = createPage(1240, '#ffffff', rng.pick(fonts));
  head(page, rng, deal);
  page.text(1150, 335, `Invoice No: ${deal.number}`, end);
  buyer(page, rng, deal);
  table(page, rng, deal, money);
  const isAbove = rng.often(0.4);
  let y = 520 + deal.lines.length * 44;
  const summary = () => {
    page.text(90, y, rng.pick(['VAT Summary', 'Tax summary', 'VAT analysis']), bold);
    for (const [x, text] of [
      [380, 'Rate'],
      [600, 'Net'],
      [780, rng.pick(['VAT', 'Tax'])],
      [960, 'Gross'],
    ] as const)
      page.text(x, y + 34, text, { ...bold, ...end });
    bases.forEach((base, at) => {
      const cells = [
        `${at ? high : low}%`,
        plainMoney(base),
        plainMoney(taxes[at] ?? 0),
        plainMoney(base + (taxes[at] ?? 0)),
      ];
      cells.forEach((text, column) =>
        page.text([380, 600, 780, 960][column] ?? 0, y + 68 + at * 32, text, end),
      );
    });
    y += 100 + bases.length * 32;
  };
  if (isAbove) summary();
  y =
    sums(
      page,
      y,
      [
        [rng.pick(['Subtotal', 'Net amount']), deal.subtotal],
        [rng.pick(['Total VAT', 'VAT', 'Tax']), tax],
        [rng.pick(['Total', 'Total due', 'Invoice total']), total],
      ],
      money,
    ) + 30;
  if (!isAbove) summary();
  return { page: page.finish(y + 120), truth: truthOf({ ...deal, tax, total }, { currency }) };
}

// Gross, what an agent keeps, and the net that is due.
function commission(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, noExtras);
  const percent = rng.pick([10, 15, 5]);
  const kept = Math.round((deal.subtotal * percent) / 100);
  const money = rng.pick<Money>([plainMoney, signed]);
  const page = createPage(1240, '#ffffff', rng.pick(fonts));
  head(page, rng, deal);
  page.text(1150, 335, `Invoice No: ${deal.number}`, end);
  buyer(page, rng, deal);
  table(page, rng, deal, money);
  const total = deal.subtotal - kept;
  const y = sums(
    page,
    520 + deal.lines.length * 44,
    [
      [rng.pick(['Gross Amount', 'Gross Total', 'Total Gross']), deal.subtotal],
      [rng.pick([`Agency Commission ${percent}%`, `Less Commission (${percent}%)`, 'Commission']), kept],
      [rng.pick(['Net Amount Due', 'Net Due', 'Net Payable']), total],
    ],
    money,
  );
  return { page: page.finish(y + 160), truth: truthOf({ ...deal, total }, { discount: kept / 100 }) };
}

// A till that rounds to five or ten naira.
function rounded(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { ...noExtras, vat: true });
  const exact = deal.total + rng.integer(1, 499);
  const tax = deal.tax + (exact - deal.total);
  const total = Math.round(exact / 1000) * 1000;
  const page = createPage(620, '#fbfbfb', rng.pick(['Liberation Mono', 'DejaVu Sans Mono']));
  page.text(310, 60, deal.seller.toUpperCase(), { size: 26, ...bold, anchor: 'middle' });
  page.text(310, 95, deal.address, { size: 19, anchor: 'middle' });
  page.text(30, 150, `${rng.pick(['Trans#', 'Sale ID', 'Receipt #'])} ${rng.integer(1000, 99_999)}`, {
    size: 20,
  });
  page.text(30, 180, `${rng.pick(dateStyles)(deal.date)} 12:40`, { size: 20 });
  deal.lines.forEach((line, at) => {
    page.text(30, 230 + at * 56, line.description.toUpperCase(), { size: 20 });
    page.text(50, 257 + at * 56, `${line.quantity} x ${plainMoney(line.rate)}`, { size: 20 });
    page.text(590, 257 + at * 56, plainMoney(line.total), { size: 20, ...end });
  });
  const from = 270 + deal.lines.length * 56;
  const rows: [string, number][] = [
    ['SUBTOTAL', deal.subtotal],
    ['VAT', tax],
    [rng.pick(['ROUNDING', 'ROUNDING ADJ', 'Rounding']), total - exact],
    [rng.pick(['TOTAL', 'TOTAL DUE', 'AMOUNT DUE']), total],
  ];
  rows.forEach(([label, value], at) => {
    page.text(30, from + at * 34, label, { size: 22 });
    page.text(590, from + at * 34, `${value < 0 ? '-' : ''}${plainMoney(Math.abs(value))}`, {
      size: 22,
      ...end,
    });
  });
  return {
    page: page.finish(from + 240),
    truth: truthOf({ ...deal, tax, total }, { buyer: null, invoice_no: null, currency: 'NGN' }),
  };
}

// A table over two pages, with the sum so far at the foot of the one and the head of the other.
function carriedForward(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { ...noExtras, vat: true });
  const more = generateDeal(rng, noExtras);
  const lines = [...deal.lines, ...more.lines];
  const soFar = deal.subtotal;
  const subtotal = soFar + more.subtotal;
  const tax = Math.round(subtotal * 0.075);
  const total = subtotal + tax;
  const money = rng.pick<Money>([plainMoney, (minor) => `N${plainMoney(minor)}`]);
  const font = rng.pick(fonts);
  const [first, second] = [createPage(1240, '#ffffff', font), createPage(1240, '#ffffff', font)];
  head(first, rng, deal);
  first.text(1150, 335, `Invoice No: ${deal.number}`, end);
  buyer(first, rng, deal);
  table(first, rng, deal, money);
  const y = 510 + deal.lines.length * 44;
  first.text(90, y, rng.pick(['Carried forward', 'Total carried forward', 'C/F', 'Balance c/f']));
  first.text(1150, y, money(soFar), end);
  second.text(90, 80, 'Page 2');
  table(second, rng, { ...more, lines: [] }, money, 130);
  second.text(90, 175, rng.pick(['Brought forward', 'Total brought forward', 'B/F', 'Balance b/f']));
  second.text(1150, 175, money(soFar), end);
  more.lines.forEach((line, at) => {
    const lineY = 220 + at * 44;
    second.text(90, lineY, line.description);
    second.text(690, lineY, String(line.quantity), { anchor: 'middle' });
    second.text(900, lineY, money(line.rate), end);
    second.text(1150, lineY, money(line.total), end);
  });
  const foot = sums(
    second,
    250 + more.lines.length * 44,
    [
      ['Subtotal', subtotal],
      ['VAT 7.5%', tax],
      ['Grand Total', total],
    ],
    money,
  );
  return {
    page: first.finish(1600),
    others: [second.finish(Math.max(1600, foot + 100))],
    truth: truthOf({ ...deal, lines, subtotal, tax, total }),
  };
}

// Two invoices of one seller scanned into one file.
function twoInvoices(rng: Rng): GeneratedDocument {
  const money = rng.pick<Money>([plainMoney, signed]);
  const first = generateDeal(rng, { ...noExtras, vat: rng.often(0.5) });
  const next = {
    ...generateDeal(rng, noExtras),
    seller: first.seller,
    number: `INV-${rng.integer(5000, 9999)}`,
  };
  const pages = [first, next].map((deal) => {
    const page = createPage(1240, '#ffffff', 'Liberation Sans');
    head(page, rng, deal);
    page.text(1150, 335, `Invoice No: ${deal.number}`, end);
    buyer(page, rng, deal);
    table(page, rng, deal, money);
    sums(
      page,
      520 + deal.lines.length * 44,
      [
        ['Subtotal', deal.subtotal],
        ...(deal.tax ? ([['VAT 7.5%', deal.tax]] as [string, number][]) : []),
        ['Total', deal.total],
      ],
      money,
    );
    return page.finish(1600);
  });
  const [page, ...others] = pages;
  if (!page) throw new Error('a file has a page');
  return { page, others, truth: truthOf(first, { invoices: [truthOf(first), truthOf(next)] }) };
}
