import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { sampleInvoice } from '../harness.ts';
import type { Simulator } from '../simulators/simulator.ts';
import { type Invoice, newInvoice } from './model/oracle.ts';
import { type BusinessUnderTest, type ModelRun, openReference } from './model/system.ts';
import type { Problem } from './result.ts';

const params = { currency: 'NGN' } as const;
/** 2 % off all of it; lines are whole hundreds of naira, so that no share is rounded. */
const PERCENT = 200;
const TAX = 750;

/** Sums of an invoice: without the discount for paying early, and with it. */
type Sums = { total: number; lower: number };
type Case = { inTime: (sums: Sums) => number[]; late?: (sums: Sums) => number[]; taken: boolean };

const cases: Record<string, Case> = {
  'the lower sum': { inTime: ({ lower }) => [lower], taken: true },
  'a kobo short': { inTime: ({ lower }) => [lower - 1], taken: false },
  'a day late': { inTime: () => [], late: ({ lower }) => [lower], taken: false },
  'two parts': { inTime: ({ lower }) => [5_000, lower - 5_000], taken: true },
  'a part, and the rest late': { inTime: () => [5_000], late: ({ lower }) => [lower - 5_000], taken: false },
  'most of it, and the rest late': {
    inTime: ({ lower }) => [lower - 5_000],
    late: () => [5_000],
    taken: false,
  },
  'a kobo short, and the kobo late': {
    inTime: ({ lower }) => [lower - 1],
    late: () => [5_000],
    taken: false,
  },
  'the lower sum twice': { inTime: ({ lower }) => [lower, lower], taken: true },
  'the full sum': { inTime: ({ total }) => [total], taken: true },
  'the full sum late': { inTime: () => [], late: ({ total }) => [total], taken: false },
};
export const earlyCases = Object.keys(cases);

/** An invoice that offers a discount; its late money is still to come, once the days are over. */
export type EarlyInvoice = { invoice: Invoice; name: string; discount: number; payLate: () => void };

/** Sends one and has its money of the first days paid; the news of that may come whenever it does. */
export async function payEarly(
  world: ModelRun,
  party: BusinessUnderTest,
  { name, hundreds }: { name: string; hundreds: number },
): Promise<EarlyInvoice> {
  const { app, simulator } = world;
  const today = dateIn(app.config.clock());
  const rate = hundreds * 100_00;
  const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(rate) }];
  const { data } = await party.owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      taxRate: TAX,
      items,
      dueDate: addDays(today, 7),
      earlyPayment: { percent: PERCENT, until: addDays(today, 1) },
    }),
  });
  await party.owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const total = rate * (1 + TAX / 10_000);
  const discount = (total * PERCENT) / 10_000;
  const { inTime, late = () => [], taken } = cases[name] as Case;
  const invoice = { ...newInvoice(data.id, total), credited: taken ? discount : 0 };
  const reference = await openReference(world, party, { ...invoice, credited: 0 });
  if (!reference) throw new Error('nothing can be paid');
  invoice.references = [reference];
  const sums = { total, lower: total - discount };
  const pay = (amounts: readonly number[]) => {
    for (const amount of amounts) simulator.pay(reference, { amount: minor(amount), method: 'card' });
  };
  pay(inTime(sums));
  return { invoice, name, discount, payLate: () => pay(late(sums)) };
}

/** The discount is on the invoice exactly once where it is due, with its credit note, and the invoice is settled by exactly that. */
export async function checkEarly(
  { app, simulator }: Pick<ModelRun, 'app'> & { simulator: Simulator },
  invoices: readonly EarlyInvoice[],
): Promise<Problem[]> {
  const { db } = app.system;
  const rows = await db.selectFrom('invoices').selectAll().execute();
  const adjustments = await db
    .selectFrom('adjustments')
    .select(['invoice_id', 'amount_minor'])
    .where('kind', '=', 'early_discount')
    .execute();
  const notes = await db
    .selectFrom('credit_notes')
    .select(['invoice_id', 'total_minor'])
    .where('reason', '=', 'early_payment')
    .execute();
  return invoices.flatMap(({ invoice, name, discount }) => {
    const { id, credited, total, references } = invoice;
    const row = rows.find((one) => one.id === id);
    const money = simulator.ledger.payments
      .filter(({ reference, status }) => references.includes(reference) && status === 'completed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const paid = Math.min(money, total - credited);
    const wanted = credited > 0 ? [discount] : [];
    const should = { credited, paid, left: total - credited - paid, notes: wanted, adjustments: wanted };
    const is = {
      credited: row?.credited_minor,
      paid: row?.paid_minor,
      left: row?.balance_minor,
      notes: notes.filter((one) => one.invoice_id === id).map((one) => one.total_minor),
      adjustments: adjustments.filter((one) => one.invoice_id === id).map((one) => one.amount_minor),
    };
    if (JSON.stringify(is) === JSON.stringify(should)) return [];
    const text = `${name}: ${id} is ${JSON.stringify(is)} and should be ${JSON.stringify(should)}`;
    return [{ kind: is.adjustments.length > wanted.length ? ('doubled' as const) : ('lost' as const), text }];
  });
}
