import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import * as oracle from './oracle.ts';
import { any, pick, type Roll } from './pick.ts';
import { ask, type ModelRun, type Step } from './system.ts';

const params = { currency: 'NGN' } as const;
/** Of a seller without a tax ID: twice the rate. */
export const kinds = [
  { kind: 'services', bps: 400 },
  { kind: 'professional', bps: 1_000 },
  { kind: 'rent', bps: 2_000 },
] as const;

type Said = { by?: oracle.Tax['by']; short?: number };

/** Why no such tax can be declared; null where it can: also by the owner where exactly that is left after money came. */
export function taxRefusal(
  invoice: oracle.Invoice,
  bps: number,
  { by = 'owner', short }: Said = {},
): string | null {
  const owed = oracle.owedOn(invoice);
  const amount = oracle.taxOf(invoice, oracle.rateOf(invoice, bps, short));
  const isRest = by === 'owner' && invoice.paid > 0 && amount === owed;
  if (owed === 0) return 'conflict';
  if (amount === 0 || (amount >= owed && !isRest)) return 'invalid_input';
  return invoice.tax !== null && invoice.tax.state !== 'declared' ? 'conflict' : null;
}

/** Notes a declaration in the oracle. */
export function declared(
  invoice: oracle.Invoice,
  { bps: asked, ...tax }: Pick<oracle.Tax, 'id' | 'bps' | 'by'>,
  short?: number,
): void {
  const bps = oracle.rateOf(invoice, asked, short);
  invoice.tax = { ...tax, bps, state: 'declared', amount: oracle.taxOf(invoice, bps) };
  if (tax.by !== 'owner') return;
  invoice.taxDecided = true;
  oracle.keepTax(invoice);
}

const declare: Step = {
  name: 'tax kept',
  run: async (world, { owner, wallet }, roll) => {
    const invoice = any(wallet.invoices, roll);
    const choice = pick(kinds, roll);
    if (!invoice || !choice) return;
    const wanted = taxRefusal(invoice, choice.bps);
    const answer = await ask(world, { owner, roll, wanted }, api.withholding.declare, {
      params: { ...params, id: invoice.id },
      body: { kind: choice.kind },
    });
    if (answer) declared(invoice, { id: answer.data.id, bps: choice.bps, by: 'owner' });
  },
};

/** The payer says it on the pay page, or takes it back: only a company may, and nobody once the seller has decided. */
const declareAsPayer: Step = {
  name: 'tax kept, says the payer',
  run: async (world, { owner, wallet }, roll) => {
    const companies = wallet.invoices.filter(({ customer }) => customer === 'company');
    const invoice = any(companies.length > 0 && roll(4) > 0 ? companies : wallet.invoices, roll);
    const choice = pick([...kinds, null], roll);
    if (!invoice || choice === undefined) return;
    const publicId = await publicIdOf(world, invoice);
    const isOpen = oracle.owedOn(invoice) > 0 && invoice.customer === 'company';
    const mayNot =
      !isOpen || invoice.taxDecided || (invoice.tax !== null && invoice.tax.state !== 'declared');
    const wanted = !invoice.sent
      ? 'not_found'
      : mayNot
        ? 'conflict'
        : choice && taxRefusal(invoice, choice.bps, { by: 'payer' });
    const answer = await ask(world, { owner, roll: never(roll), wanted }, api.withholding.declareAsPayer, {
      params: { publicId },
      body: { kind: choice?.kind ?? null },
    });
    if (!answer) return;
    if (!choice) oracle.dropTax(invoice, 'withdrawn');
    else declared(invoice, { id: await standingTax(world, invoice.id), bps: choice.bps, by: 'payer' });
  },
};

// It takes no key.
const never = (roll: Roll) => (of: number) => (of === 8 ? 1 : roll(of));

async function publicIdOf({ app }: ModelRun, { id }: oracle.Invoice): Promise<string> {
  const row = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.public_id;
}

/** The id of the tax that stands on an invoice. */
export async function standingTax({ app }: ModelRun, invoiceId: string): Promise<string> {
  const { id } = await app.system.db
    .selectFrom('withholdings')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('state', 'not in', ['refused', 'withdrawn'])
    .executeTakeFirstOrThrow();
  return id;
}

/** Exactly what is asked for of an invoice whose customer keeps tax. */
const payNet: Step = {
  name: 'cash less the tax',
  run: async (world, { owner, wallet }, roll) => {
    const invoice = pick(
      wallet.invoices.filter(({ tax, deleted }) => tax?.state === 'declared' && !deleted),
      roll,
    );
    if (!invoice?.tax) return;
    const net = oracle.owedOn(invoice) - oracle.taxOf(invoice, invoice.tax.bps);
    if (net <= 0) return;
    const answer = await ask(world, { owner, roll, wanted: null }, api.offlinePayments.record, {
      params: { ...params, id: invoice.id },
      body: {
        amount: minor(net),
        day: dateIn(world.app.config.clock()),
        method: 'cheque',
        confirmDuplicate: true,
      },
    });
    if (answer) oracle.recordCash(wallet, invoice, { id: answer.data.id, amount: net });
  },
};

type State = 'received' | 'used' | 'refused' | 'withdrawn';
const before: Record<State, readonly oracle.Tax['state'][]> = {
  received: ['pending', 'received'],
  used: ['received', 'used'],
  refused: ['pending', 'received'],
  withdrawn: ['declared'],
};

/** The certificate came, over the same amount, more or less, and was used; or it never will; or there is none to come. */
const certificate: Step = {
  name: 'tax certificate',
  run: async (world, { owner, wallet }, roll) => {
    const kept = wallet.invoices.filter(({ tax }) => tax !== null);
    const awaited = kept.filter(({ tax }) => tax?.state === 'pending' || tax?.state === 'received');
    const invoice = pick(awaited.length > 0 && roll(4) > 0 ? awaited : kept, roll);
    const { tax } = invoice ?? {};
    if (!invoice || !tax) return;
    const state = pick(['received', 'received', 'used', 'refused', 'withdrawn'] as const, roll) ?? 'received';
    const amount = Math.max(1, tax.amount + ([0, roll(5_000), -roll(5_000)][roll(3)] ?? 0));
    const wanted = before[state].includes(tax.state) ? null : 'conflict';
    const body = changeTo(state, amount, { roll, today: dateIn(world.app.config.clock()) });
    const target = { params: { ...params, id: tax.id }, body };
    if (await ask(world, { owner, roll, wanted }, api.withholding.change, target))
      changed(invoice, tax, { state, amount });
  },
};

function changeTo(state: State, amount: number, { roll, today }: { roll: Roll; today: string }) {
  if (state === 'received')
    return { state, certificateNo: `WHT-${roll(1e9)}`, certificateDay: today, amount: minor(amount) };
  if (state === 'used') return { state, taxYear: Number(today.slice(0, 4)) };
  return state === 'refused' ? { state, dueDate: addDays(today, 7) } : { state };
}

function changed(
  invoice: oracle.Invoice,
  tax: oracle.Tax,
  { state, amount }: { state: State; amount: number },
): void {
  const settled = state === 'received' ? Math.min(amount, tax.amount + oracle.owedOn(invoice)) : tax.amount;
  if (state === 'received') invoice.withheld += settled - tax.amount;
  if (state === 'refused') invoice.withheld -= tax.amount;
  invoice.taxDecided ||= state === 'refused' || state === 'withdrawn';
  if (state === 'received' || state === 'used') invoice.tax = { ...tax, state, amount: settled };
  else oracle.dropTax(invoice, state);
}

/** A tax that is kept no more takes no news. */
const pastCertificate: Step = {
  name: 'certificate of no tax',
  run: async (world, { owner, wallet }, roll) => {
    const tax = pick(
      wallet.invoices.flatMap(({ pastTaxes }) => pastTaxes),
      roll,
    );
    const state = pick(['received', 'used', 'refused', 'withdrawn'] as const, roll);
    if (!tax || !state) return;
    const body = changeTo(state, 1 + roll(5_000), { roll, today: dateIn(world.app.config.clock()) });
    await ask(world, { owner, roll, wanted: 'conflict' }, api.withholding.change, {
      params: { ...params, id: tax.id },
      body,
    });
  },
};

/** Each as often as it stands here. */
export const taxSteps: readonly Step[] = [
  declare,
  declare,
  declareAsPayer,
  payNet,
  payNet,
  certificate,
  certificate,
  pastCertificate,
];
