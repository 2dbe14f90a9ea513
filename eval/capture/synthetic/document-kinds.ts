import type { GroundTruth } from '../score.ts';
import { createPage, type DrawnPage, type Page } from './page.ts';
import type { Rng } from './rng.ts';
import {
  amountInWords,
  dateStyles,
  type Deal,
  generateDeal,
  inTwoColumns,
  nairaStyles,
  plainMoney,
} from './trade-data.ts';

/** `others` are further pages; `truth.invoices` says how many invoices the file holds. */
export type GeneratedDocument = { page: DrawnPage; others?: DrawnPage[]; truth: GroundTruth };
export const fonts = [
  'Liberation Sans',
  'DejaVu Sans',
  'Liberation Serif',
  'Nimbus Sans',
  'URW Gothic',
  'P052',
] as const;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The kinds of document used in Nigerian trade, each with its own generator. */
export const documentKinds: Record<string, (rng: Rng) => GeneratedDocument> = {
  letterhead: (rng) =>
    letterhead(
      rng,
      generateDeal(rng, {
        discount: rng.often(0.4),
        vat: rng.often(0.5),
        withholding: false,
        part: false,
      }),
      'INVOICE',
    ),
  'part paid': (rng) =>
    letterhead(
      rng,
      generateDeal(rng, { discount: false, vat: rng.often(0.5), withholding: false, part: true }),
      'INVOICE',
    ),
  proforma: (rng) =>
    letterhead(
      rng,
      generateDeal(rng, { discount: rng.often(0.3), vat: true, withholding: true, part: false }),
      'PROFORMA INVOICE',
    ),
  'sales book': salesBook,
  till: tillReceipt,
  'pos slip': posSlip,
  'plain list': plainList,
};

export const truthOf = (deal: Deal, more: GroundTruth = {}): GroundTruth => ({
  seller: deal.seller,
  buyer: deal.buyer,
  invoice_no: deal.number,
  date: deal.date,
  due_date: null,
  currency: 'NGN',
  subtotal: deal.subtotal / 100,
  discount: deal.discount ? deal.discount / 100 : null,
  tax: deal.tax ? deal.tax / 100 : null,
  total: deal.total / 100,
  withholding: deal.withholding ? deal.withholding / 100 : null,
  paid: deal.paid ? deal.paid / 100 : null,
  items: deal.lines.map((line) => ({ ...line, rate: line.rate / 100, total: line.total / 100 })),
  ...more,
});

function letterhead(rng: Rng, deal: Deal, title: string): GeneratedDocument {
  const page = createPage(1240, '#fdfdfb', rng.pick(fonts));
  const naira = rng.pick(nairaStyles);
  const date = rng.pick(dateStyles);
  const centred = rng.often(0.4);
  page.text(centred ? 620 : 90, 120, deal.seller, {
    size: 44,
    weight: 700,
    anchor: centred ? 'middle' : 'start',
    fill: '#0b3d5c',
  });
  page.text(centred ? 620 : 90, 160, deal.address, { anchor: centred ? 'middle' : 'start' });
  page.text(centred ? 620 : 90, 190, `Tel: ${deal.phone}   Email: ${deal.email}`, {
    anchor: centred ? 'middle' : 'start',
  });
  page.text(1150, 260, title, { size: 40, weight: 700, anchor: 'end' });
  page.text(90, 300, rng.pick(['Bill To:', 'BILL TO', 'Customer:', 'Invoice To:', 'Sold To']), {
    weight: 700,
  });
  page.text(90, 335, deal.buyer);
  page.text(90, 365, deal.buyerAddress);
  if (deal.buyerPhone) page.text(90, 395, deal.buyerPhone);
  page.text(
    760,
    310,
    `${rng.pick(['Invoice No:', 'Invoice No.', 'Invoice Number:', 'Invoice #'])} ${deal.number}`,
  );
  page.text(760, 345, `${rng.pick(['Date:', 'Invoice Date:', 'Date Issued:'])} ${date(deal.date)}`);
  if (deal.due)
    page.text(760, 380, `${rng.pick(['Due Date:', 'Payment Due:', 'Pay by:'])} ${date(deal.due)}`);
  const bottom = table(page, rng, deal, naira);
  const end = totals(page, deal, naira, bottom + 30, rng);
  page.text(90, end + 60, 'Bank details', { weight: 700 });
  page.text(90, end + 92, `Account name: ${deal.seller}`);
  page.text(
    90,
    end + 122,
    `Account number: ${rng.integer(1_000_000_000, 3_999_999_999)}   Bank: Harbour Bank`,
  );
  page.text(90, end + 180, 'Thank you for your patronage.', { size: 20 });
  const truth = truthOf(deal, { due_date: deal.due, currency: 'NGN' });
  return { page: page.finish(Math.max(1500, end + 260)), truth };
}

function table(page: Page, rng: Rng, deal: Deal, naira: (kobo: number) => string): number {
  const quantityFirst = rng.often(0.4);
  const [item, quantity] = quantityFirst ? [190, 120] : [90, 690];
  const numbered = !quantityFirst && rng.often(0.4);
  page.box(80, 450, 1080, 44, '#e7edf0');
  page.text(
    item + (numbered ? 60 : 0),
    480,
    rng.pick(['Description', 'Item', 'Particulars', 'DESCRIPTION OF GOODS']),
    { weight: 700 },
  );
  if (numbered) page.text(90, 480, 'S/N', { weight: 700 });
  page.text(quantity, 480, rng.pick(['Qty', 'QTY', 'Quantity']), { weight: 700, anchor: 'middle' });
  page.text(900, 480, rng.pick(['Rate', 'Unit Price', 'Price']), { weight: 700, anchor: 'end' });
  page.text(1150, 480, rng.pick(['Amount', 'Total', 'AMOUNT']), { weight: 700, anchor: 'end' });
  deal.lines.forEach((line, at) => {
    const y = 535 + at * 48;
    if (numbered) page.text(90, y, String(at + 1));
    page.text(item + (numbered ? 60 : 0), y, line.description);
    page.text(quantity, y, String(line.quantity), { anchor: 'middle' });
    page.text(900, y, naira(line.rate), { anchor: 'end' });
    page.text(1150, y, naira(line.total), { anchor: 'end' });
  });
  return 535 + deal.lines.length * 48;
}

function totals(page: Page, deal: Deal, naira: (kobo: number) => string, from: number, rng: Rng): number {
  const rows: [string, number][] = [];
  if (deal.discount || deal.tax) rows.push([rng.pick(['Subtotal', 'Sub Total', 'Sub-total']), deal.subtotal]);
  if (deal.discount) rows.push([rng.pick(['Discount', 'Less Discount']), deal.discount]);
  if (deal.tax) rows.push([rng.pick(['VAT (7.5%)', 'VAT 7.5%', 'Add VAT @ 7.5%']), deal.tax]);
  rows.push([rng.pick(['Total', 'Grand Total', 'TOTAL', 'Invoice Total']), deal.total]);
  if (deal.withholding)
    rows.push(['Less WHT (5%)', deal.withholding], ['Net Payable', deal.total - deal.withholding]);
  if (deal.paid)
    rows.push(
      [rng.pick(['Amount Paid', 'Deposit', 'Part Payment']), deal.paid],
      [rng.pick(['Balance Due', 'Balance', 'Amount Due']), deal.total - deal.paid],
    );
  rows.forEach(([label, value], at) => {
    const bold = /total/i.test(label) && !/sub/i.test(label) ? 700 : 400;
    page.text(760, from + at * 40, label, { weight: bold });
    page.text(1150, from + at * 40, naira(value), { anchor: 'end', weight: bold });
  });
  return from + rows.length * 40;
}

const labels = { font: 'Z003', fill: '#23308f', size: 32 } as const;

function salesBook(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { discount: false, vat: false, withholding: false, part: false });
  const page = createPage(900, rng.pick(['#fff6e6', '#eaf3fb', '#fdeef2']), 'Liberation Serif');
  const date = rng.pick(dateStyles);
  page.text(450, 80, deal.seller.toUpperCase(), { size: 36, weight: 700, anchor: 'middle' });
  page.text(450, 115, deal.address, { anchor: 'middle', size: 20 });
  page.text(450, 145, `Tel: ${deal.phone}`, { anchor: 'middle', size: 20 });
  page.text(450, 195, rng.pick(['CASH/CREDIT SALES INVOICE', 'SALES INVOICE', 'CASH INVOICE']), {
    size: 28,
    weight: 700,
    anchor: 'middle',
  });
  const number = String(rng.integer(101, 4999)).padStart(4, '0');
  page.text(640, 240, `No. ${number}`, { size: 28, fill: '#b01818' });
  page.text(60, 290, 'Name:');
  page.text(140, 290, deal.buyer, labels);
  page.text(560, 290, 'Date:');
  page.text(630, 290, date(deal.date), labels);
  const columns = [60, 150, 540, 690, 780, 850];
  page.line(60, 340, 850, 340);
  for (const [x, head] of [
    [105, 'Qty'],
    [330, 'DESCRIPTION'],
    [615, 'Rate'],
    [735, '₦'],
    [815, 'K'],
  ] as const)
    page.text(x, 370, head, { anchor: 'middle', weight: 700 });
  const height = 400 + Math.max(6, deal.lines.length + 1) * 48;
  for (const x of columns) page.line(x, 340, x, height);
  page.line(60, 385, 850, 385);
  deal.lines.forEach((line, at) => {
    const y = 425 + at * 48;
    page.text(105, y, String(line.quantity), { ...labels, anchor: 'middle' });
    page.text(162, y, line.description, labels);
    page.text(680, y, inTwoColumns(line.rate)[0], { ...labels, anchor: 'end' });
    twoColumns(page, y, line.total);
    page.line(60, y + 14, 850, y + 14, 0.6);
  });
  page.line(60, height, 850, height);
  page.text(600, height + 38, 'TOTAL', { weight: 700 });
  twoColumns(page, height + 38, deal.total);
  page.text(60, height + 85, 'Amount in words:');
  page.text(235, height + 85, `${capital(amountInWords(Math.floor(deal.total / 100)))} naira only`, {
    ...labels,
    size: 24,
  });
  page.text(60, height + 160, "Customer's signature ____________      Manager's signature ____________", {
    size: 18,
  });
  const lines = deal.lines.map((line) => ({ ...line, rate: null, total: line.total / 100 }));
  return {
    page: page.finish(height + 220),
    truth: truthOf({ ...deal, number }, { subtotal: null, items: lines }),
  };
}

function twoColumns(page: Page, y: number, kobo: number): void {
  const [naira, rest] = inTwoColumns(kobo);
  page.text(772, y, naira, { ...labels, anchor: 'end' });
  page.text(815, y, rest, { ...labels, anchor: 'middle' });
}

function tillReceipt(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { discount: false, vat: true, withholding: false, part: false });
  const page = createPage(
    620,
    '#fbfbfb',
    rng.pick(['Liberation Mono', 'DejaVu Sans Mono', 'Nimbus Mono PS']),
  );
  const date = rng.pick(dateStyles);
  const middle = { anchor: 'middle' } as const;
  page.text(310, 60, deal.seller.toUpperCase(), { size: 26, weight: 700, ...middle });
  page.text(310, 95, deal.address, { size: 19, ...middle });
  page.text(310, 122, `TEL ${deal.phone}`, { size: 19, ...middle });
  page.text(310, 149, `TIN: ${rng.integer(10_000_000, 99_999_999)}-0001`, { size: 19, ...middle });
  page.text(30, 195, `Receipt No: ${deal.number}`, { size: 20 });
  page.text(30, 223, `${date(deal.date)}  ${rng.integer(9, 20)}:${rng.integer(10, 59)}`, { size: 20 });
  page.line(30, 240, 590, 240);
  let y = 270;
  for (const line of deal.lines) {
    page.text(30, y, line.description.toUpperCase(), { size: 20 });
    page.text(50, y + 27, `${line.quantity} x ${plainMoney(line.rate)}`, { size: 20 });
    page.text(590, y + 27, plainMoney(line.total), { size: 20, anchor: 'end' });
    y += 58;
  }
  page.line(30, y - 8, 590, y - 8);
  const cash = Math.ceil((deal.total + 1) / 100_000) * 100_000;
  const isCash = rng.often(0.6);
  const rows: [string, string][] = [
    ['SUBTOTAL', plainMoney(deal.subtotal)],
    ['VAT 7.5%', plainMoney(deal.tax)],
    [rng.pick(['TOTAL', 'GRAND TOTAL', 'TOTAL NGN']), plainMoney(deal.total)],
    ...(isCash
      ? ([
          ['CASH', plainMoney(cash)],
          ['CHANGE', plainMoney(cash - deal.total)],
        ] as [string, string][])
      : ([['POS', plainMoney(deal.total)]] as [string, string][])),
  ];
  rows.forEach(([label, value], at) => {
    const size = /TOTAL/.test(label) && label !== 'SUBTOTAL' ? 26 : 20;
    page.text(30, y + 25 + at * 34, label, { size, weight: size > 20 ? 700 : 400 });
    page.text(590, y + 25 + at * 34, value, { size, anchor: 'end', weight: size > 20 ? 700 : 400 });
  });
  const end = y + 25 + rows.length * 34;
  page.text(310, end + 30, 'THANKS FOR SHOPPING WITH US', { size: 19, ...middle });
  page.text(310, end + 58, 'Goods bought in good condition are not returnable', { size: 15, ...middle });
  return { page: page.finish(end + 100), truth: truthOf(deal, { buyer: null, currency: 'NGN' }) };
}

function posSlip(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { discount: false, vat: false, withholding: false, part: false });
  const page = createPage(520, '#f8f8f8', rng.pick(['Liberation Mono', 'DejaVu Sans Mono']));
  const date = rng.pick(dateStyles);
  const rows: [string, string][] = [
    ['TERMINAL ID', `2${rng.integer(1_000_000, 9_999_999)}`],
    ['DATE', `${date(deal.date)} ${rng.integer(8, 20)}:${rng.integer(10, 59)}`],
    ['RRN', String(rng.integer(100_000_000_000, 999_999_999_999))],
    ['STAN', String(rng.integer(100_000, 999_999))],
    ['CARD', `5399 83** **** ${rng.integer(1000, 9999)}`],
    ['ACCOUNT', 'SAVINGS'],
  ];
  const middle = { anchor: 'middle' } as const;
  page.text(260, 55, 'HARBOUR BANK', { size: 22, ...middle });
  page.text(260, 100, deal.seller.toUpperCase(), { size: 24, weight: 700, ...middle });
  page.text(260, 130, deal.address, { size: 16, ...middle });
  page.text(260, 175, 'CUSTOMER COPY', { size: 19, ...middle });
  rows.forEach(([label, value], at) => {
    page.text(25, 220 + at * 32, `${label}:`, { size: 19 });
    page.text(495, 220 + at * 32, value, { size: 19, anchor: 'end' });
  });
  page.text(25, 440, rng.pick(['AMOUNT:', 'TOTAL AMOUNT', 'TOTAL:']), { size: 26, weight: 700 });
  page.text(495, 440, `NGN ${plainMoney(deal.total)}`, { size: 26, weight: 700, anchor: 'end' });
  page.text(260, 495, 'TRANSACTION APPROVED', { size: 24, weight: 700, ...middle });
  page.text(260, 530, 'RESPONSE CODE: 00', { size: 17, ...middle });
  const unknown = { buyer: null, invoice_no: null, subtotal: null, items: [] };
  return { page: page.finish(580), truth: truthOf(deal, unknown) };
}

function plainList(rng: Rng): GeneratedDocument {
  const deal = generateDeal(rng, { discount: false, vat: false, withholding: false, part: rng.often(0.3) });
  const page = createPage(900, '#fffef8', rng.pick(fonts));
  const naira = rng.pick(nairaStyles);
  const date = rng.pick(dateStyles);
  page.text(70, 90, deal.seller, { size: 36, weight: 700 });
  page.text(70, 125, `${deal.address}. ${deal.phone}`, { size: 20 });
  page.text(70, 185, rng.pick(['RECEIPT', 'INVOICE', 'BILL']), { size: 28, weight: 700 });
  page.text(70, 225, `${rng.pick(['Customer', 'To', 'Customer name'])}: ${deal.buyer}`);
  page.text(70, 258, `Date: ${date(deal.date)}`);
  deal.lines.forEach((line, at) => {
    const count =
      line.quantity === 1 ? line.description : `${line.quantity} ${line.description} @ ${naira(line.rate)}`;
    page.text(70, 320 + at * 42, count);
    page.text(830, 320 + at * 42, naira(line.total), { anchor: 'end' });
  });
  const end = 320 + deal.lines.length * 42;
  page.line(70, end - 15, 830, end - 15);
  const rows: [string, number][] = [
    ['Total', deal.total],
    ...(deal.paid
      ? ([
          ['Paid', deal.paid],
          ['Balance', deal.total - deal.paid],
        ] as [string, number][])
      : []),
  ];
  rows.forEach(([label, value], at) => {
    page.text(70, end + 25 + at * 40, label, { weight: 700 });
    page.text(830, end + 25 + at * 40, naira(value), { anchor: 'end', weight: 700 });
  });
  const lines = deal.lines.map((line) => ({ total: line.total / 100 }));
  return {
    page: page.finish(end + 200),
    truth: truthOf(deal, {
      invoice_no: null,
      subtotal: null,
      items: lines,
      currency: 'NGN',
    }),
  };
}
