import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type InvoiceFacts, type InvoiceLine, invoiceDocument } from '#core/invoice/document.ts';
import { blankTexts } from '#core/invoice/testing.ts';
import type { Language } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import { receiptDocument } from '#core/receipt/document.ts';
import type { ReceiptFacts } from '#core/receipt/texts.ts';
import type {
  PrintedBusiness,
  PrintedInvoice,
  PrintedReceipt,
  ReportDocument,
} from '#server/kernel/ports/pdf.ts';

const kitchen: PrintedBusiness = {
  id: 'biz_01kbsampleokaforkitchen000',
  name: 'Okafor Kitchen & Events',
  addressLines: ['14 Ogui Road, Enugu'],
  taxLines: ['TIN 20114477-0001', 'RC 482113'],
  email: 'adaeze@okafor.example',
  phone: '0803 555 0142',
  primaryColor: '#b42025',
  secondaryColor: '#f2b01e',
  logo: null,
};

const ordinary = {
  ...blankTexts,
  title: 'Catering for naming ceremony',
  paymentTerms: 'Due in 7 days',
  notes: 'Thank you for your business.',
  invoiceNumber: 'INV-0042',
  currency: 'NGN',
  status: 'sent',
  date: '2026-12-05',
  dueDate: '2026-12-12',
  paidAt: null,
  customerName: 'Mrs Bello',
  customerEmail: 'hello@bello.example',
  subtotal: minor(12_000_075),
  discount: minor(0),
  taxRate: 750,
  tax: minor(900_006),
  totalAmount: minor(12_900_081),
  amountPaid: minor(0),
  balance: minor(12_900_081),
  bankDetails: { bankName: 'Wema Bank', accountNumber: '0123456789', accountName: 'Okafor Kitchen' },
  revision: 1,
  changedAt: null,
} satisfies InvoiceFacts;

const trays: InvoiceLine[] = [
  {
    description: 'Jollof rice, large tray',
    quantity: 2_000_000,
    rate: minor(4_500_000),
    total: minor(9_000_000),
  },
  {
    description: 'Small chops, 50 guests',
    quantity: 1_500_000,
    rate: minor(2_000_050),
    total: minor(3_000_075),
  },
];

type Sample = Omit<PrintedInvoice, 'document'> & {
  facts: Partial<InvoiceFacts>;
  lines: InvoiceLine[];
  language: Language;
};

/** An ordinary invoice, for tests to change what they are about. */
export function sampleInvoice(changes: Partial<Sample> = {}): PrintedInvoice {
  const { facts, lines = trays, language = 'en', business = kitchen, ...others } = changes;
  return {
    document: invoiceDocument({ ...ordinary, ...facts }, lines, business, language),
    business,
    payUrl: 'https://pay.duewell.example/pay/7Kq2mX9tB4Zr8LwP',
    check: { url: 'https://pay.duewell.example/verify', code: '7KQ3-MX9T-4FHW' },
    testMode: false,
    ...others,
  };
}

/** As many ordinary lines as asked for, each with its own words. */
export function sampleItems(count: number): InvoiceLine[] {
  return Array.from({ length: count }, (_, index) => {
    const rate = minor(450_000 + index);
    return { description: `Tray number ${index + 1} of small chops`, quantity: 1_000_000, rate, total: rate };
  });
}

const NONE = minor(0);

/** The content of a receipt of a payment that left something to pay, for tests to change what they are about. */
export const paidPart: ReceiptFacts = {
  number: 'RCT-000123',
  currency: 'NGN',
  business: kitchen,
  customer: { name: 'Mrs Bello', email: 'hello@bello.example' },
  amount: minor(5_000_050),
  method: 'bank_transfer',
  reference: 'dw_9f2c41d07be3',
  paidAt: new Date('2026-12-08T13:05:00Z'),
  evidence: 'provider',
  undone: false,
  provider: 'Paystack',
  verifiedAt: new Date('2026-12-08T13:06:00Z'),
  timeZone: 'Africa/Lagos',
  invoice: {
    number: 'INV-0042',
    several: false,
    title: 'Catering for naming ceremony',
    owed: minor(7_900_031),
    tax: null,
    offer: null,
    cancelled: false,
  },
  early: NONE,
  today: '2026-12-08',
  shares: [{ number: 'INV-0042', amount: minor(5_000_050) }],
  credit: NONE,
  returning: NONE,
  surcharge: NONE,
  refunded: NONE,
  refundedAt: null,
  returned: false,
};

/** The same as its paper. */
export const sampleReceipt = (
  changes: Partial<ReceiptFacts> = {},
  { language = 'en', ...paper }: Partial<PrintedReceipt> & { language?: Language } = {},
): PrintedReceipt => ({
  document: receiptDocument({ ...paidPart, business: paper.business ?? kitchen, ...changes }, language),
  business: kitchen,
  receiptUrl: 'https://pay.duewell.example/receipt/8Lr3nY0uC5',
  check: { url: 'https://pay.duewell.example/verify', code: 'AR7W-3QXN-94TC' },
  testMode: false,
  ...paper,
});

/** An ordinary report, for tests to change what they are about. */
export function sampleReport(changes: Partial<ReportDocument> = {}): ReportDocument {
  return {
    business: kitchen,
    currency: 'NGN',
    months: 3,
    from: '2026-10-01',
    to: '2026-12-05',
    made: { date: '2026-12-05', time: '14:05' },
    testMode: false,
    revenue: { amount: minor(4_823_505), change: 12.5 },
    invoicesSent: { amount: 1_087, change: -4.2 },
    successRate: { amount: 86.2, change: 0 },
    averageValue: { amount: minor(7_210_033), change: null },
    trend: ['Oct 2026', 'Nov 2026', 'Dec 2026'].map((label, at) => ({
      label,
      revenue: minor(1_000_000 * at),
      invoices: at,
    })),
    methods: [
      { label: 'Bank transfer', amount: minor(4_823_505) },
      { label: 'Card', amount: minor(0) },
    ],
    statuses: [
      { label: 'Paid', invoices: 75 },
      { label: 'Sent', invoices: 8 },
      { label: 'Overdue', invoices: 4 },
    ],
    customers: [{ name: 'Mrs Bello', paid: minor(120_000), invoices: 2, average: minor(60_000) }],
    ...changes,
  };
}

/** The text of each page as a reader copies it, in composed letters. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false });
  return text.map((page) => page.normalize('NFC'));
}

/** A tag of the first page as a screen reader meets it, with its own words. */
export type Tag = { role: string; alt: string | null; text: string };

/** The tags of the first page from outside in. */
export async function tagsOf(pdf: Uint8Array): Promise<Tag[]> {
  const page = await (await getDocumentProxy(pdf.slice())).getPage(1);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const words = new Map<string, string>();
  let open: string[] = [];
  for (const item of items) {
    if ('str' in item) for (const id of open) words.set(id, (words.get(id) ?? '') + item.str);
    else if (item.type === 'endMarkedContent') open = open.slice(0, -1);
    else open = [...open, item.id ?? ''];
  }
  const tags: Tag[] = [];
  const walk = (node: Node): string => {
    if (!node.role) return words.get(node.id ?? '') ?? '';
    const tag: Tag = { role: node.role, alt: node.alt ?? null, text: '' };
    tags.push(tag);
    tag.text = (node.children ?? []).map(walk).join('');
    return tag.text;
  };
  walk(await page.getStructTree());
  return tags;
}

type Node = { role?: string; alt?: string; id?: string; children?: Node[] };

/** The file with the objects packed into streams beside it, for tests that look for what a PDF is made of. */
export function looseObjects(pdf: Uint8Array): string {
  const source = Buffer.from(pdf).toString('latin1');
  const streams = source.matchAll(/\/Type \/ObjStm[^>]*\/Length (\d+) >>\nstream\n/g);
  const packedObjects = Array.from(streams, ({ index, 0: head, 1: length }) => {
    const from = index + head.length;
    return inflateSync(Buffer.from(source.slice(from, from + Number(length)), 'latin1')).toString('latin1');
  });
  return [source, ...packedObjects].join('\n');
}

/** Text without any space, because a PDF stores places and not spaces. */
export function packed(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}

/** The filled shapes of the first page (no text) as pixels, `scale` to the point. */
export async function drawnShapes(pdf: Uint8Array, scale: number) {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(pdf.slice())).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const [, , width = 0, height = 0] = page.view;
  const body = fnArray.map((code, index) => svgFor(OPS, code, argsArray[index])).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" ` +
    `viewBox="0 0 ${width} ${height}"><g transform="matrix(1 0 0 -1 0 ${height})">${balanced(body)}</g></svg>`;
  const image = sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: '#ffffff' }).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** A state of the page is a nest of groups: what is set inside `save` ends with `restore`. */
function svgFor(ops: Operators, code: number, args: unknown): string {
  if (code === ops.save) return '<g>';
  if (code === ops.restore) return '<!--restore-->';
  if (!Array.isArray(args)) return code === ops.paintFormXObjectEnd ? '<!--restore-->' : '';
  if (code === ops.transform) return `<g transform="matrix(${args.join(' ')})">`;
  if (code === ops.paintFormXObjectBegin)
    return `<g><g transform="matrix(${Array.from(args[0] ?? [1, 0, 0, 1, 0, 0]).join(' ')})">`;
  if (code === ops.setFillRGBColor) return `<g fill="${args[0]}">`;
  if (code !== ops.constructPath || (args[0] !== ops.fill && args[0] !== ops.eoFill)) return '';
  return `<path d="${pathOf(args[1][0])}"/>`;
}

function pathOf(data: Float32Array): string {
  const lengths = [2, 2, 6, 4, 0];
  const letters = ['M', 'L', 'C', 'Q', 'Z'];
  const parts: string[] = [];
  for (let at = 0; at < data.length; ) {
    const kind = data[at] ?? 0;
    const length = lengths[kind] ?? 0;
    parts.push(`${letters[kind]}${Array.from(data.slice(at + 1, at + 1 + length)).join(' ')}`);
    at += 1 + length;
  }
  return parts.join('');
}

/** Closes the groups opened since the matching `save`, which the page's operators leave open. */
function balanced(body: string): string {
  const open: boolean[] = [];
  const closed = body.replace(/<g>|<g [^>]*>|<!--restore-->/g, (tag) => {
    if (tag === '<g>' || tag.startsWith('<g ')) {
      open.push(tag === '<g>');
      return tag;
    }
    let ends = '';
    for (let saved: boolean | undefined = false; saved === false; ) {
      saved = open.pop();
      ends += saved === undefined ? '' : '</g>';
    }
    return ends;
  });
  return closed + '</g>'.repeat(open.length);
}
