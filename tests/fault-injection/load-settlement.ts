import { dateIn } from '#core/dates.ts';
import { csvFile, grouped } from '../bank-statements/layouts.ts';
import { serviceTime } from '../clock-ahead.ts';

/** Calls that settle invoices in other ways than through the provider, and take that back. */
export const settlementKinds = [
  'cash',
  'undo',
  'write-off',
  'asked-again',
  'credit-note',
  'withdrawn-note',
  'tax',
  'certificate',
  'statement',
  'line',
  'credit-use',
  'claim',
  'confirmation',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** Of an answer, as far as it matters here; amounts in naira. */
export type Told = {
  id?: string;
  amount?: number;
  used?: number;
  totalAmount?: number;
  customerId?: string;
  statement?: { id: string };
};

/** A request as it is asked for. `effect`: the name of its trace in the database, where that is not its key. */
export type Ask = {
  kind: SettlementKind;
  path: string;
  method?: 'POST' | 'PATCH';
  body: (key: string) => object;
  effect?: string;
  /** Kobo it moves; null where only the answer says it, or nothing does. */
  amount: number | null;
  /** The answer does not name the record. */
  isNameless?: true;
  /** Learns from the answer: more can be asked for then. */
  answered?: (data: Told, key: string) => void;
};

export type Invoice = { id: string; customerId: string; total: number };
export type Line = { id: string; statementId: string; amount: number };

/** Records the clients of one business were told of and have not used yet. Amounts in kobo. */
export type Known = {
  /** Sent, and nothing asked of them so far. */
  fresh: Invoice[];
  cash: string[];
  writtenOff: string[];
  notes: string[];
  /** Taxes that were declared, and those whose invoice is paid but for them. */
  declared: { id: string; invoice: Invoice; amount: number }[];
  awaited: { id: string; amount: number }[];
  claims: { id: string; key: string; amount: number }[];
  /** Lines of a statement that are nobody's money yet. */
  lines: Line[];
  hasCredit: boolean;
};

export const nothingKnown = (): Known => ({
  fresh: [],
  cash: [],
  writtenOff: [],
  notes: [],
  declared: [],
  awaited: [],
  claims: [],
  lines: [],
  hasCredit: false,
});

type Rng = () => number;
type Way = (known: Known, rng: Rng) => Ask | null;

const take = <T>(list: T[], rng: Rng): T | undefined => list.splice(Math.floor(rng() * list.length), 1)[0];
const upTo = (most: number, rng: Rng) => 1 + Math.floor(rng() * most);
const naira = (kobo: number) => kobo / 100;
export const kobo = (amount = 0): number => Math.round(amount * 100);
const today = () => dateIn(serviceTime());
const LINES = 2;

/** A part of an invoice, all of it, or more, which becomes the customer's credit. */
const cash: Way = (known, rng) => {
  const invoice = take(known.fresh, rng);
  if (!invoice) return null;
  const { total } = invoice;
  const sums = [upTo(total, rng), total, total + upTo(200_000, rng)];
  const amount = sums[Math.floor(rng() * 3)] ?? total;
  return cashOf(invoice, amount, ({ id = '' }) => {
    known.cash.push(id);
    known.hasCredit ||= amount > total;
  });
};

const cashOf = ({ id }: Invoice, amount: number, answered: NonNullable<Ask['answered']>): Ask => ({
  kind: 'cash',
  path: `/api/ngn/invoice/${id}/record-payment`,
  body: (note) => ({
    amount: naira(amount),
    day: today(),
    method: 'cash',
    note,
    keepRestAsCredit: true,
    confirmDuplicate: true,
  }),
  amount,
  answered,
});

const undo: Way = (known, rng) => {
  const id = take(known.cash, rng);
  const path = `/api/ngn/transactions/${id}/undo`;
  return id ? { kind: 'undo', path, body: (reason) => ({ reason }), amount: null } : null;
};

const writeOff: Way = (known, rng) => {
  const invoice = take(known.fresh, rng);
  if (!invoice) return null;
  const amount = upTo(invoice.total, rng);
  return {
    kind: 'write-off',
    path: `/api/ngn/invoice/${invoice.id}/write-off`,
    body: (reason) => ({ amount: naira(amount), reason }),
    amount,
    answered: () => known.writtenOff.push(invoice.id),
  };
};

const askAgain: Way = (known, rng) => {
  const id = take(known.writtenOff, rng);
  const path = `/api/ngn/invoice/${id}/write-off/undo`;
  return id ? { kind: 'asked-again', path, body: (reason) => ({ reason }), amount: null } : null;
};

const creditNote: Way = (known, rng) => {
  const invoice = take(known.fresh, rng);
  if (!invoice) return null;
  const amount = upTo(invoice.total, rng);
  return {
    kind: 'credit-note',
    path: `/api/ngn/invoice/${invoice.id}/credit-notes`,
    body: (note) => ({ lines: [{ item: 0, amount: naira(amount) }], reason: 'price', note }),
    amount,
    answered: ({ id = '' }) => known.notes.push(id),
  };
};

const withdrawNote: Way = (known, rng) => {
  const id = take(known.notes, rng);
  const path = `/api/ngn/credit-notes/${id}/withdraw`;
  const effect = `withdrawn ${id}`;
  return id ? { kind: 'withdrawn-note', path, body: () => ({}), effect, amount: null } : null;
};

const declareTax: Way = (known, rng) => {
  const invoice = take(known.fresh, rng);
  if (!invoice) return null;
  return {
    kind: 'tax',
    path: `/api/ngn/invoice/${invoice.id}/withholding`,
    body: () => ({ kind: 'professional' }),
    effect: `tax of ${invoice.id}`,
    amount: null,
    answered: ({ id = '', amount }) => known.declared.push({ id, invoice, amount: kobo(amount) }),
  };
};

/** Exactly what is asked for beside the declared tax, which that settles. */
const payNet: Way = (known, rng) => {
  const tax = take(known.declared, rng);
  return tax ? cashOf(tax.invoice, tax.invoice.total - tax.amount, () => void known.awaited.push(tax)) : null;
};

const certificate: Way = (known, rng) => {
  const tax = take(known.awaited, rng);
  if (!tax) return null;
  const { id, amount } = tax;
  const said = { state: 'received', certificateDay: today(), amount: naira(amount) };
  return {
    kind: 'certificate',
    path: `/api/ngn/withholdings/${id}`,
    method: 'PATCH',
    body: (certificateNo) => ({ ...said, certificateNo }),
    amount,
  };
};

/** A file of the bank. It has no key: sent again it adds nothing, because its lines are known. */
const statement: Way = (known, rng) => {
  if (known.lines.length > 0) return null;
  const amounts = Array.from({ length: LINES }, () => upTo(2_000_000, rng));
  return {
    kind: 'statement',
    path: '/api/ngn/bank-statements',
    body: (key) => ({ bankName: 'GTBank', last4: '0123', file: statementFile(key, amounts) }),
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
  };
};

function statementFile(key: string, amounts: readonly number[]): string {
  const rows = amounts.map((amount, at) => [today(), `TRF ${key} ${at}`, grouped(amount), '']);
  return csvFile([['Date', 'Narration', 'Credit', 'Debit'], ...rows]);
}

/** A line is the money of one invoice, or of two. */
const recordLine: Way = (known, rng) => {
  const line = known.fresh.length > 0 ? take(known.lines, rng) : undefined;
  const first = line && take(known.fresh, rng);
  if (!first) return null;
  const second = rng() < 0.5 ? take(known.fresh, rng) : undefined;
  const also = second ? Math.min(second.total, Math.floor(line.amount / 2)) : 0;
  const shares = [
    { invoiceId: first.id, amount: naira(line.amount - also) },
    ...(second && also > 0 ? [{ invoiceId: second.id, amount: naira(also) }] : []),
  ];
  const match = { lineId: line.id, allocations: shares, keepRestAsCredit: true, confirmDuplicate: true };
  return {
    kind: 'line',
    path: `/api/ngn/bank-statements/${line.statementId}/record`,
    body: () => ({ matches: [match] }),
    effect: `line ${line.id}`,
    amount: line.amount,
    isNameless: true,
    answered: () => {
      known.hasCredit ||= line.amount > first.total + also;
    },
  };
};

const useCredit: Way = (known, rng) => {
  const invoice = known.hasCredit ? take(known.fresh, rng) : undefined;
  if (!invoice) return null;
  known.hasCredit = false;
  return {
    kind: 'credit-use',
    path: `/api/ngn/customers/${invoice.customerId}/apply-credit`,
    body: () => ({ invoiceId: invoice.id }),
    effect: `credit to ${invoice.id}`,
    amount: null,
    isNameless: true,
  };
};

const claim: Way = (known, rng) => {
  const invoice = take(known.fresh, rng);
  if (!invoice) return null;
  const amount = upTo(invoice.total, rng);
  return {
    kind: 'claim',
    path: '/api/ngn/payment-claims',
    body: (note) => ({ invoiceId: invoice.id, amount: naira(amount), day: today(), note }),
    amount,
    answered: ({ id = '' }, key) => known.claims.push({ id, key, amount }),
  };
};

const confirm: Way = (known, rng) => {
  const shown = take(known.claims, rng);
  if (!shown) return null;
  return {
    kind: 'confirmation',
    path: `/api/ngn/payment-claims/${shown.id}/confirm`,
    body: () => ({ keepRestAsCredit: true, confirmDuplicate: true }),
    effect: `money of ${shown.key}`,
    amount: shown.amount,
  };
};

/** Those that follow on others come first: they are rarely possible. */
const later: readonly Way[] = [
  undo,
  askAgain,
  withdrawNote,
  payNet,
  certificate,
  recordLine,
  recordLine,
  useCredit,
  useCredit,
  confirm,
];
const first: readonly Way[] = [cash, cash, writeOff, creditNote, declareTax, declareTax, claim, statement];

/** A request about what is known of a business, which is used up by it; null while there is nothing to ask. */
export function nextSettlement(known: Known, rng: Rng): Ask | null {
  const ways = rng() < 0.6 ? [...later, ...first] : first;
  const from = Math.floor(rng() * ways.length);
  for (let at = 0; at < ways.length; at++) {
    const ask = ways[(from + at) % ways.length]?.(known, rng);
    if (ask) return ask;
  }
  return null;
}
