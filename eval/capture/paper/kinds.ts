import type { Truth } from '../score.ts';
import type { Chance } from './chance.ts';
import { type Paper, paperOf } from './sheet.ts';
import { dateStyles, type Deal, dealOf, inTwoColumns, inWords, nairaStyles } from './trade.ts';

export type Made = { svg: string; truth: Truth };
const fonts = [
  'Liberation Sans',
  'DejaVu Sans',
  'Liberation Serif',
  'Nimbus Sans',
  'URW Gothic',
  'P052',
] as const;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The kinds of paper that go from hand to hand in Nigerian trade, each with its own maker. */
export const kinds: Record<string, (chance: Chance) => Made> = {
  letterhead: (chance) =>
    letterhead(
      chance,
      dealOf(chance, {
        discount: chance.often(0.4),
        vat: chance.often(0.5),
        withholding: false,
        part: false,
      }),
      'INVOICE',
    ),
  'part paid': (chance) =>
    letterhead(
      chance,
      dealOf(chance, { discount: false, vat: chance.often(0.5), withholding: false, part: true }),
      'INVOICE',
    ),
  proforma: (chance) =>
    letterhead(
      chance,
      dealOf(chance, { discount: chance.often(0.3), vat: true, withholding: true, part: false }),
      'PROFORMA INVOICE',
    ),
  'sales book': salesBook,
  till: tillReceipt,
  'pos slip': posSlip,
  'plain list': plainList,
};

const truthOf = (deal: Deal, more: Truth = {}): Truth => ({
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

function letterhead(chance: Chance, deal: Deal, title: string): Made {
  const paper = paperOf(1240, '#fdfdfb', chance.pick(fonts));
  const naira = chance.pick(nairaStyles);
  const date = chance.pick(dateStyles);
  const centred = chance.often(0.4);
  paper.text(centred ? 620 : 90, 120, deal.seller, {
    size: 44,
    weight: 700,
    anchor: centred ? 'middle' : 'start',
    fill: '#0b3d5c',
  });
  paper.text(centred ? 620 : 90, 160, deal.address, { anchor: centred ? 'middle' : 'start' });
  paper.text(centred ? 620 : 90, 190, `Tel: ${deal.phone}   Email: ${deal.email}`, {
    anchor: centred ? 'middle' : 'start',
  });
  paper.text(1150, 260, title, { size: 40, weight: 700, anchor: 'end' });
  paper.text(90, 300, chance.pick(['Bill To:', 'BILL TO', 'Customer:', 'Invoice To:', 'Sold To']), {
    weight: 700,
  });
  paper.text(90, 335, deal.buyer);
  paper.text(90, 365, deal.buyerAddress);
  if (deal.buyerPhone) paper.text(90, 395, deal.buyerPhone);
  paper.text(
    760,
    310,
    `${chance.pick(['Invoice No:', 'Invoice No.', 'Invoice Number:', 'Invoice #'])} ${deal.number}`,
  );
  paper.text(760, 345, `${chance.pick(['Date:', 'Invoice Date:', 'Date Issued:'])} ${date(deal.date)}`);
  if (deal.due)
    paper.text(760, 380, `${chance.pick(['Due Date:', 'Payment Due:', 'Pay by:'])} ${date(deal.due)}`);
  const bottom = table(paper, chance, deal, naira);
  const end = sums(paper, deal, naira, bottom + 30, chance);
  paper.text(90, end + 60, 'Bank details', { weight: 700 });
  paper.text(90, end + 92, `Account name: ${deal.seller}`);
  paper.text(
    90,
    end + 122,
    `Account number: ${chance.whole(1_000_000_000, 3_999_999_999)}   Bank: Harbour Bank`,
  );
  paper.text(90, end + 180, 'Thank you for your patronage.', { size: 20 });
  const truth = truthOf(deal, { due_date: deal.due, currency: naira(100).startsWith('1') ? null : 'NGN' });
  return { svg: paper.svg(Math.max(1500, end + 260)), truth };
}

function table(paper: Paper, chance: Chance, deal: Deal, naira: (kobo: number) => string): number {
  const quantityFirst = chance.often(0.4);
  const [item, quantity] = quantityFirst ? [190, 120] : [90, 690];
  const numbered = !quantityFirst && chance.often(0.4);
  paper.box(80, 450, 1080, 44, '#e7edf0');
  paper.text(
    item + (numbered ? 60 : 0),
    480,
    chance.pick(['Description', 'Item', 'Particulars', 'DESCRIPTION OF GOODS']),
    { weight: 700 },
  );
  if (numbered) paper.text(90, 480, 'S/N', { weight: 700 });
  paper.text(quantity, 480, chance.pick(['Qty', 'QTY', 'Quantity']), { weight: 700, anchor: 'middle' });
  paper.text(900, 480, chance.pick(['Rate', 'Unit Price', 'Price']), { weight: 700, anchor: 'end' });
  paper.text(1150, 480, chance.pick(['Amount', 'Total', 'AMOUNT']), { weight: 700, anchor: 'end' });
  deal.lines.forEach((line, at) => {
    const y = 535 + at * 48;
    if (numbered) paper.text(90, y, String(at + 1));
    paper.text(item + (numbered ? 60 : 0), y, line.description);
    paper.text(quantity, y, String(line.quantity), { anchor: 'middle' });
    paper.text(900, y, naira(line.rate), { anchor: 'end' });
    paper.text(1150, y, naira(line.total), { anchor: 'end' });
  });
  return 535 + deal.lines.length * 48;
}

function sums(
  paper: Paper,
  deal: Deal,
  naira: (kobo: number) => string,
  from: number,
  chance: Chance,
): number {
  const rows: [string, number][] = [];
  if (deal.discount || deal.tax)
    rows.push([chance.pick(['Subtotal', 'Sub Total', 'Sub-total']), deal.subtotal]);
  if (deal.discount) rows.push([chance.pick(['Discount', 'Less Discount']), deal.discount]);
  if (deal.tax) rows.push([chance.pick(['VAT (7.5%)', 'VAT 7.5%', 'Add VAT @ 7.5%']), deal.tax]);
  rows.push([chance.pick(['Total', 'Grand Total', 'TOTAL', 'Invoice Total']), deal.total]);
  if (deal.withholding)
    rows.push(['Less WHT (5%)', deal.withholding], ['Net Payable', deal.total - deal.withholding]);
  if (deal.paid)
    rows.push(
      [chance.pick(['Amount Paid', 'Deposit', 'Part Payment']), deal.paid],
      [chance.pick(['Balance Due', 'Balance', 'Amount Due']), deal.total - deal.paid],
    );
  rows.forEach(([label, value], at) => {
    const bold = /total/i.test(label) && !/sub/i.test(label) ? 700 : 400;
    paper.text(760, from + at * 40, label, { weight: bold });
    paper.text(1150, from + at * 40, naira(value), { anchor: 'end', weight: bold });
  });
  return from + rows.length * 40;
}

const written = { font: 'Z003', fill: '#23308f', size: 32 } as const;

function salesBook(chance: Chance): Made {
  const deal = dealOf(chance, { discount: false, vat: false, withholding: false, part: false });
  const paper = paperOf(900, chance.pick(['#fff6e6', '#eaf3fb', '#fdeef2']), 'Liberation Serif');
  const date = chance.pick(dateStyles);
  paper.text(450, 80, deal.seller.toUpperCase(), { size: 36, weight: 700, anchor: 'middle' });
  paper.text(450, 115, deal.address, { anchor: 'middle', size: 20 });
  paper.text(450, 145, `Tel: ${deal.phone}`, { anchor: 'middle', size: 20 });
  paper.text(450, 195, chance.pick(['CASH/CREDIT SALES INVOICE', 'SALES INVOICE', 'CASH INVOICE']), {
    size: 28,
    weight: 700,
    anchor: 'middle',
  });
  const number = String(chance.whole(101, 4999)).padStart(4, '0');
  paper.text(640, 240, `No. ${number}`, { size: 28, fill: '#b01818' });
  paper.text(60, 290, 'Name:');
  paper.text(140, 290, deal.buyer, written);
  paper.text(560, 290, 'Date:');
  paper.text(630, 290, date(deal.date), written);
  const columns = [60, 150, 540, 690, 780, 850];
  paper.line(60, 340, 850, 340);
  for (const [x, head] of [
    [105, 'Qty'],
    [330, 'DESCRIPTION'],
    [615, 'Rate'],
    [735, '₦'],
    [815, 'K'],
  ] as const)
    paper.text(x, 370, head, { anchor: 'middle', weight: 700 });
  const height = 400 + Math.max(6, deal.lines.length + 1) * 48;
  for (const x of columns) paper.line(x, 340, x, height);
  paper.line(60, 385, 850, 385);
  deal.lines.forEach((line, at) => {
    const y = 425 + at * 48;
    paper.text(105, y, String(line.quantity), { ...written, anchor: 'middle' });
    paper.text(162, y, line.description, written);
    paper.text(680, y, inTwoColumns(line.rate)[0], { ...written, anchor: 'end' });
    twoColumns(paper, y, line.total);
    paper.line(60, y + 14, 850, y + 14, 0.6);
  });
  paper.line(60, height, 850, height);
  paper.text(600, height + 38, 'TOTAL', { weight: 700 });
  twoColumns(paper, height + 38, deal.total);
  paper.text(60, height + 85, 'Amount in words:');
  paper.text(235, height + 85, `${capital(inWords(Math.floor(deal.total / 100)))} naira only`, {
    ...written,
    size: 24,
  });
  paper.text(60, height + 160, "Customer's signature ____________      Manager's signature ____________", {
    size: 18,
  });
  const lines = deal.lines.map((line) => ({ ...line, rate: null, total: line.total / 100 }));
  return {
    svg: paper.svg(height + 220),
    truth: truthOf({ ...deal, number }, { subtotal: null, items: lines }),
  };
}

function twoColumns(paper: Paper, y: number, kobo: number): void {
  const [naira, rest] = inTwoColumns(kobo);
  paper.text(772, y, naira, { ...written, anchor: 'end' });
  paper.text(815, y, rest, { ...written, anchor: 'middle' });
}

function tillReceipt(chance: Chance): Made {
  const deal = dealOf(chance, { discount: false, vat: true, withholding: false, part: false });
  const paper = paperOf(
    620,
    '#fbfbfb',
    chance.pick(['Liberation Mono', 'DejaVu Sans Mono', 'Nimbus Mono PS']),
  );
  const date = chance.pick(dateStyles);
  const plain = (kobo: number) => nairaStyles[6]?.(kobo) ?? '';
  const middle = { anchor: 'middle' } as const;
  paper.text(310, 60, deal.seller.toUpperCase(), { size: 26, weight: 700, ...middle });
  paper.text(310, 95, deal.address, { size: 19, ...middle });
  paper.text(310, 122, `TEL ${deal.phone}`, { size: 19, ...middle });
  paper.text(310, 149, `TIN: ${chance.whole(10_000_000, 99_999_999)}-0001`, { size: 19, ...middle });
  paper.text(30, 195, `Receipt No: ${deal.number}`, { size: 20 });
  paper.text(30, 223, `${date(deal.date)}  ${chance.whole(9, 20)}:${chance.whole(10, 59)}`, { size: 20 });
  paper.line(30, 240, 590, 240);
  let y = 270;
  for (const line of deal.lines) {
    paper.text(30, y, line.description.toUpperCase(), { size: 20 });
    paper.text(50, y + 27, `${line.quantity} x ${plain(line.rate)}`, { size: 20 });
    paper.text(590, y + 27, plain(line.total), { size: 20, anchor: 'end' });
    y += 58;
  }
  paper.line(30, y - 8, 590, y - 8);
  const cash = Math.ceil((deal.total + 1) / 100_000) * 100_000;
  const isCash = chance.often(0.6);
  const rows: [string, string][] = [
    ['SUBTOTAL', plain(deal.subtotal)],
    ['VAT 7.5%', plain(deal.tax)],
    [chance.pick(['TOTAL', 'GRAND TOTAL', 'TOTAL NGN']), plain(deal.total)],
    ...(isCash
      ? ([
          ['CASH', plain(cash)],
          ['CHANGE', plain(cash - deal.total)],
        ] as [string, string][])
      : ([['POS', plain(deal.total)]] as [string, string][])),
  ];
  rows.forEach(([label, value], at) => {
    const size = /TOTAL/.test(label) && label !== 'SUBTOTAL' ? 26 : 20;
    paper.text(30, y + 25 + at * 34, label, { size, weight: size > 20 ? 700 : 400 });
    paper.text(590, y + 25 + at * 34, value, { size, anchor: 'end', weight: size > 20 ? 700 : 400 });
  });
  const end = y + 25 + rows.length * 34;
  paper.text(310, end + 30, 'THANKS FOR SHOPPING WITH US', { size: 19, ...middle });
  paper.text(310, end + 58, 'Goods bought in good condition are not returnable', { size: 15, ...middle });
  return { svg: paper.svg(end + 100), truth: truthOf(deal, { buyer: null, currency: null }) };
}

function posSlip(chance: Chance): Made {
  const deal = dealOf(chance, { discount: false, vat: false, withholding: false, part: false });
  const paper = paperOf(520, '#f8f8f8', chance.pick(['Liberation Mono', 'DejaVu Sans Mono']));
  const date = chance.pick(dateStyles);
  const rows: [string, string][] = [
    ['TERMINAL ID', `2${chance.whole(1_000_000, 9_999_999)}`],
    ['DATE', `${date(deal.date)} ${chance.whole(8, 20)}:${chance.whole(10, 59)}`],
    ['RRN', String(chance.whole(100_000_000_000, 999_999_999_999))],
    ['STAN', String(chance.whole(100_000, 999_999))],
    ['CARD', `5399 83** **** ${chance.whole(1000, 9999)}`],
    ['ACCOUNT', 'SAVINGS'],
  ];
  const middle = { anchor: 'middle' } as const;
  paper.text(260, 55, 'HARBOUR BANK', { size: 22, ...middle });
  paper.text(260, 100, deal.seller.toUpperCase(), { size: 24, weight: 700, ...middle });
  paper.text(260, 130, deal.address, { size: 16, ...middle });
  paper.text(260, 175, 'CUSTOMER COPY', { size: 19, ...middle });
  rows.forEach(([label, value], at) => {
    paper.text(25, 220 + at * 32, `${label}:`, { size: 19 });
    paper.text(495, 220 + at * 32, value, { size: 19, anchor: 'end' });
  });
  paper.text(25, 440, chance.pick(['AMOUNT:', 'TOTAL AMOUNT', 'TOTAL:']), { size: 26, weight: 700 });
  paper.text(495, 440, `NGN ${nairaStyles[6]?.(deal.total) ?? ''}`, { size: 26, weight: 700, anchor: 'end' });
  paper.text(260, 495, 'TRANSACTION APPROVED', { size: 24, weight: 700, ...middle });
  paper.text(260, 530, 'RESPONSE CODE: 00', { size: 17, ...middle });
  const unknown = { buyer: null, invoice_no: null, subtotal: null, items: [] };
  return { svg: paper.svg(580), truth: truthOf(deal, unknown) };
}

function plainList(chance: Chance): Made {
  const deal = dealOf(chance, { discount: false, vat: false, withholding: false, part: chance.often(0.3) });
  const paper = paperOf(900, '#fffef8', chance.pick(fonts));
  const naira = chance.pick(nairaStyles);
  const date = chance.pick(dateStyles);
  paper.text(70, 90, deal.seller, { size: 36, weight: 700 });
  paper.text(70, 125, `${deal.address}. ${deal.phone}`, { size: 20 });
  paper.text(70, 185, chance.pick(['RECEIPT', 'INVOICE', 'BILL']), { size: 28, weight: 700 });
  paper.text(70, 225, `${chance.pick(['Customer', 'To', 'Customer name'])}: ${deal.buyer}`);
  paper.text(70, 258, `Date: ${date(deal.date)}`);
  deal.lines.forEach((line, at) => {
    const count =
      line.quantity === 1 ? line.description : `${line.quantity} ${line.description} @ ${naira(line.rate)}`;
    paper.text(70, 320 + at * 42, count);
    paper.text(830, 320 + at * 42, naira(line.total), { anchor: 'end' });
  });
  const end = 320 + deal.lines.length * 42;
  paper.line(70, end - 15, 830, end - 15);
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
    paper.text(70, end + 25 + at * 40, label, { weight: 700 });
    paper.text(830, end + 25 + at * 40, naira(value), { anchor: 'end', weight: 700 });
  });
  const lines = deal.lines.map((line) => ({ total: line.total / 100 }));
  return {
    svg: paper.svg(end + 200),
    truth: truthOf(deal, {
      invoice_no: null,
      subtotal: null,
      items: lines,
      currency: naira(100).startsWith('1') ? null : 'NGN',
    }),
  };
}
