// Seeded histories of a shop and its bank: who owed what, what came, and for which invoices it truly was. All invented.
import type { OpenInvoice } from '#core/bank-statement/matching/model.ts';
import { addDays } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { taxesOn } from '#core/withholding.ts';
import { createRng, type Rng } from '#server/demo/rng.ts';
import { layouts, type Movement, statementCells } from '../../tests/bank-statements/layouts.ts';

/** How a payer put it. Those of `held` were not looked at while the rules were made. */
export type Family = { name: string; held?: true; write(about: About, rng: Rng): string };
type About = { payer: string; number: string; code: string };

const FIRST = [
  'ADA',
  'OBI',
  'MUSA',
  'NGOZI',
  'TUNDE',
  'AMINA',
  'CHIDI',
  'FUNKE',
  'IBRAHIM',
  'ZAINAB',
  'EMEKA',
  'SADE',
] as const;
const LAST = [
  'OKAFOR',
  'BELLO',
  'EZE',
  'ADEYEMI',
  'SANI',
  'NWOSU',
  'LAWAL',
  'UMEH',
  'BALOGUN',
  'ABUBAKAR',
  'IDOWU',
  'OGBONNA',
] as const;
const TRADES = [
  'STORES',
  'FOODS',
  'FABRICS',
  'MOTORS',
  'PHARMACY',
  'BAKERY',
  'ELECTRICALS',
  'ACADEMY',
] as const;
const BANKS = ['GTB', 'ZIB', 'UBA', 'ABN', 'FBN', 'KUD'] as const;

export const withCode: Family[] = [
  {
    name: 'number in a transfer',
    write: ({ payer, number }, rng) => `NIP/${rng.pick(BANKS)}/${payer}/${number}`,
  },
  {
    name: 'number without hyphen',
    write: ({ payer, number }) => `TRF FROM ${payer} ${number.replace('-', '')}`,
  },
  { name: 'paper code', write: ({ code }) => `MOBILE TRF ${code.toLowerCase()}` },
  {
    name: 'number said',
    held: true,
    write: ({ number }) => `PAYMENT FOR ${number.replace('-', ' ').toLowerCase()} pls confirm`,
  },
  {
    name: 'number after a session',
    held: true,
    write: ({ payer, number }, rng) => `${rng.between(1e11, 9e11)}${number.length}:${payer}#${number}#NIBSS`,
  },
  {
    name: 'number with a zero too few',
    held: true,
    write: ({ number }) => `TRF ${number.replace('-0', '-')}`,
  },
  {
    name: 'number cut by a slash',
    held: true,
    write: ({ number, payer }) => `FIP:KMB/${payer.slice(0, 9)}/${number.replace('-', '/')}`,
  },
];
const withName: Family[] = [
  { name: 'name in a transfer', write: ({ payer }, rng) => `NIP TRANSFER FROM ${payer}/${rng.pick(BANKS)}` },
  {
    name: 'name turned round',
    write: ({ payer }) => `TRF/${payer.split(' ').toReversed().join(' ')}/FOR GOODS`,
  },
  { name: 'name cut short', held: true, write: ({ payer }) => `NIP/${payer.slice(0, 10)}` },
  {
    name: 'name with a middle name',
    held: true,
    write: ({ payer }) => `NIP/${payer.replace(' ', ' OLUWASEUN ')}/rent`,
  },
  {
    name: 'name misspelt',
    held: true,
    write: ({ payer }) => `TRF FRM ${payer.replace('O', 'U').replace('I', 'Y')}`,
  },
  {
    name: 'name with commas',
    held: true,
    write: ({ payer }) => `INWARD TRF BO ${payer.split(' ').join(', ')} REM: goods`,
  },
  {
    name: 'name with its form of business',
    held: true,
    write: ({ payer }) => `CR/000013/${payer} VENTURES LTD`,
  },
];

/** A line and, if it pays invoices, which. `family` '' for what pays none. */
export type Truth = { family: string; held: boolean; pays: string[]; kind: string };
export type History = { cells: string[][]; invoices: OpenInvoice[]; truths: Map<string, Truth> };

/** A month of a shop, the same for the same seed. */
export function historyOf(seed: number): History {
  const rng = createRng(seed);
  const invoices = invoicesOf(rng);
  const made = movementsOf(rng, invoices);
  const layout = layouts[seed % layouts.length];
  if (!layout) throw new Error('no layouts');
  return { cells: statementCells(layout, made.movements), invoices, truths: made.truths };
}

function invoicesOf(rng: Rng): OpenInvoice[] {
  const customers = [
    ...new Set(
      Array.from({ length: 30 }, () =>
        rng.chance(60) ? `${rng.pick(FIRST)} ${rng.pick(LAST)}` : `${rng.pick(LAST)} ${rng.pick(TRADES)}`,
      ),
    ),
  ];
  return Array.from({ length: rng.between(40, 120) }, (_, at) => {
    const customer = customers[rng.between(0, customers.length - 1)] ?? '';
    const net = rng.between(1, 400) * (rng.chance(50) ? 500_00 : 12_345);
    const invoice = {
      id: `inv${at}`,
      number: `INV-${String(at + 1).padStart(4, '0')}`,
      issuedOn: '2026-01-13',
      code: codeOf(rng),
      references: [],
      customerId: customer,
      customerName: rng.chance(30) ? `${customer} LTD` : customer,
      outstanding: minor(rng.chance(50) ? net : net + Math.round(net * 0.075)),
    };
    const taxes = taxesOn(minor(net), '2026-01-13', { hasTaxId: true, usualKind: null });
    return { ...invoice, asked: invoice.outstanding, taxes, claims: [] };
  });
}

const LETTERS = ['A', 'C', 'E', 'H', 'K', 'M', 'P', 'R', 'T', '2', '3', '4', '7', '9'] as const;
const codeOf = (rng: Rng) =>
  [4, 6].map((length) => Array.from({ length }, () => rng.pick(LETTERS)).join('')).join('-');

type Made = { movements: Movement[]; truths: Map<string, Truth> };
type Item = { amount: number; narration: string } & Truth;

function movementsOf(rng: Rng, invoices: readonly OpenInvoice[]): Made {
  const byCustomer = Map.groupBy(invoices, ({ customerId }) => customerId);
  const items = [...byCustomer].flatMap(([payer, own]) => paymentsOf(rng, payer, own));
  const strange = Array.from({ length: 25 }, () => strangerOf(rng, invoices));
  const all = [...items, ...strange]
    .map((item) => ({ item, at: rng.roll() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const truths = new Map<string, Truth>();
  const movements = all.map(({ amount, narration, ...truth }, at): Movement => {
    // Marks which line is which; banks have such numbers too.
    const mark = `S${100_000 + at}Q`;
    truths.set(mark, truth);
    return {
      day: addDays('2026-01-13', Math.floor((at * 27) / all.length)),
      amount,
      narration: `${mark} ${narration}`,
    };
  });
  return { movements, truths };
}

function paymentsOf(rng: Rng, payer: string, own: readonly OpenInvoice[]): Item[] {
  const about = (invoice: OpenInvoice) => ({
    payer,
    number: invoice.number,
    code: invoice.code,
  });
  const item = (kind: string, family: Family, paid: readonly OpenInvoice[], amount?: number): Item => {
    const [first] = paid;
    if (!first) throw new Error('pays nothing');
    const sum = paid.reduce((total, { outstanding }) => total + outstanding, 0);
    const pays = paid.map(({ id }) => id);
    return {
      kind,
      family: family.name,
      held: family.held === true,
      pays,
      amount: amount ?? sum,
      narration: family.write(about(first), rng),
    };
  };
  const named = () => withName[rng.between(0, withName.length - 1)] as Family;
  const coded = () => withCode[rng.between(0, withCode.length - 1)] as Family;
  if (own.length > 2 && own.length <= 12 && rng.chance(30))
    return [item('sum', named(), own.slice(0, rng.between(2, 3)))];
  return own.flatMap((invoice) => {
    if (rng.chance(25)) return [];
    if (rng.chance(12))
      return [
        // At 5 %, the second of the rates.
        item('withholding', coded(), [invoice], invoice.outstanding - (invoice.taxes[1]?.amount ?? 0)),
      ];
    if (rng.chance(10))
      return [item('part', coded(), [invoice], Math.max(100, Math.floor(invoice.outstanding / 3)))];
    return [rng.chance(50) ? item('number', coded(), [invoice]) : item('name', named(), [invoice])];
  });
}

// Charges, purchases, and money of strangers in sums that invoices have too.
function strangerOf(rng: Rng, invoices: readonly OpenInvoice[]): Item {
  const none = { family: '', held: false, pays: [], kind: 'stranger' };
  if (rng.chance(40))
    return { ...none, amount: -rng.between(10, 90_000) * 100, narration: 'POS PURCHASE/ABA/SMS CHARGE' };
  const like = invoices[rng.between(0, invoices.length - 1)];
  const amount = rng.chance(50) && like ? like.outstanding : rng.between(1, 300) * 1000_00;
  return {
    ...none,
    amount,
    narration: `TRF FROM ${rng.pick(['KEMI ROTIMI', 'COOPERATIVE SOCIETY', 'INV REFUND 0001', 'CASH DEPOSIT'])}`,
  };
}
