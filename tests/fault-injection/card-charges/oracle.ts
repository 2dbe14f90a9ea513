import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { ChargeRequest } from '#server/kernel/ports/saved-cards.ts';
import { brokenLedgerInvariants, compareLedgers } from '../ledger-comparison.ts';
import type { System } from '../model/system.ts';
import type { Simulator } from '../../simulators/simulator.ts';
import type { Problem } from '../result.ts';
import { type Holder, hindrance } from './holders.ts';

/** An invoice of a plan, and the money for it that came by any way but its card. */
export type Billed = {
  id: string;
  number: string;
  holder: Holder;
  occurrence: string;
  total: number;
  received: number;
  /** The part of it that may be taken back. */
  cash: { id: string; amount: number } | null;
  deleted: boolean;
};

/** The sum its card may be charged. */
export const owedOn = ({ total, received, deleted }: Billed): number =>
  deleted ? 0 : Math.max(0, total - received);

const MOST_ATTEMPTS = 4;

type Place = Pick<System, 'app' | 'simulator'>;

/** Invoices and charges as they were seen from outside; the provider's books are the truth about what was charged. */
export function createOracle(holders: readonly Holder[]) {
  const billed = new Map<string, Billed>();
  const sent = new Map<string, ChargeRequest>();
  const problems: Problem[] = [];
  const found = (kind: Problem['kind'], text: string) => void problems.push({ kind, text });
  const ofPlan = new Map(holders.map((holder) => [holder.planId, holder]));
  const ofEmail = new Map(holders.map((holder) => [holder.email, holder]));
  const numbered = new Map<string, Billed>();

  return {
    billed,
    problems,
    sent: () => sent.size,
    wasSent: (reference: string): boolean => sent.has(reference),

    /** Its customer paid all of it by themselves. */
    paidByHand(id: string | null): void {
      const one = billed.get(id ?? '');
      if (one) one.received += owedOn(one);
    },

    /** A charge leaves the service. */
    charge(request: ChargeRequest): void {
      const { reference, amount, email, description } = request;
      const holder = ofEmail.get(email);
      const one = numbered.get(description.replace('Invoice ', ''));
      const owed = one?.holder === holder && one ? owedOn(one) : 0;
      if (sent.has(reference)) found('doubled', `${reference} was sent again`);
      sent.set(reference, request);
      const why = holder ? hindrance(holder) : 'nobody agreed';
      if (why) found('wrong', `${reference} was sent although ${why}`);
      else if (holder?.card && amount > holder.card.cap)
        found('wrong', `${reference} of ${amount} is above ${holder.card.cap}`);
      else if (amount !== owed) found('wrong', `${reference} of ${amount} was sent while ${owed} was owed`);
    },

    /** Every day of a running plan has its one invoice, at the price it was announced with. */
    async learnInvoices({ app }: Place): Promise<void> {
      const { rows } = await sql<{
        plan: string;
        day: number | null;
        id: string;
        number: string;
        total: string;
      }>`
        select p.id as plan, o.number as day, i.id, i.number, i.total_minor as total from invoices i
          join plans p on p.business_id = i.business_id and p.customer_id = i.customer_id
          left join plan_occurrences o on o.business_id = i.business_id and o.invoice_id = i.id
        order by i.id`.execute(app.system.db);
      const days = new Map([...billed.values()].map(({ occurrence, id }) => [occurrence, id]));
      for (const { plan, day, id, number, total } of rows) {
        const holder = ofPlan.get(plan);
        const occurrence = `${plan} ${day}`;
        const other = days.get(occurrence) ?? id;
        if (!holder || other !== id || day === null)
          found('doubled', `${id} is ${other} again, or of no day: ${occurrence}`);
        if (!holder || billed.has(id)) continue;
        days.set(occurrence, id);
        const facts = { id, number, holder, occurrence, total: Number(total) };
        const one: Billed = { ...facts, received: 0, cash: null, deleted: false };
        billed.set(id, one);
        numbered.set(number, one);
      }
      const each = Map.groupBy(billed.values(), ({ holder }) => holder);
      for (const holder of holders) {
        const [is, should] = [each.get(holder)?.length ?? 0, holder.issued];
        if (is !== should)
          found(is > should ? 'doubled' : 'lost', `${holder.planId} has ${is} invoices of ${should}`);
      }
    },

    /** No invoice has two charges that brought money, and each brought what was asked of it. */
    async checkCharges({ app, simulator }: Place): Promise<void> {
      for (const { rows, paid } of await byInvoice(app.system.db, simulator)) {
        const occurrence = billed.get(rows[0].invoice_id)?.occurrence ?? 'no day';
        if (paid.length > 1) found('doubled', `${occurrence} was charged ${paid.length} times`);
        for (const { reference, amount } of paid)
          if (amount !== sent.get(reference)?.amount)
            found('wrong', `${occurrence} was charged ${amount} (${reference})`);
      }
    },

    /** Once everything has ended: it says what is true, and the books of both sides are equal. */
    async checkEnd(world: Place): Promise<void> {
      const { db } = world.app.system;
      await this.checkCharges(world);
      const known = await byInvoice(db, world.simulator);
      const ours = new Set(known.flatMap(({ rows }) => rows.map(({ reference }) => reference)));
      for (const reference of sent.keys())
        if (!ours.has(reference)) found('lost', `${reference} is unknown here`);
      problems.push(...(await heldAgainstProvider(world)));
    },
  };
}

/** The charges of each invoice here, and those of them that brought money by the provider's books. */
async function byInvoice(db: Db, { ledger }: Simulator) {
  const all = await db
    .selectFrom('card_charges')
    .select(['reference', 'invoice_id', 'status', 'failure', 'attempt'])
    .execute();
  const completed = Map.groupBy(
    ledger.payments.filter(({ status }) => status === 'completed'),
    ({ reference }) => reference,
  );
  return [...Map.groupBy(all, ({ invoice_id }) => invoice_id).values()].map((rows) => ({
    rows: rows as [(typeof rows)[number], ...typeof rows],
    paid: rows.flatMap(({ reference }) => completed.get(reference) ?? []),
  }));
}

/** No invoice was charged twice, every charge is told as it really ended, and the books of both sides are equal. */
export async function heldAgainstProvider({ app, simulator }: Place): Promise<Problem[]> {
  const { db } = app.system;
  const problems: Problem[] = [];
  for (const { rows, paid } of await byInvoice(db, simulator)) {
    if (paid.length > 1)
      problems.push({ kind: 'doubled', text: `${rows[0].invoice_id} was charged ${paid.length} times` });
    for (const { reference, status, attempt } of rows) {
      const isPaid = paid.some((one) => one.reference === reference);
      const text = `${reference} is ${status} here and ${isPaid ? '' : 'not '}paid there`;
      if ((status === 'completed') !== isPaid) problems.push({ kind: isPaid ? 'lost' : 'imbalance', text });
      if (status === 'pending' || status === 'processing') problems.push({ kind: 'stuck', text });
      if (attempt > MOST_ATTEMPTS)
        problems.push({ kind: 'wrong', text: `${reference} is attempt ${attempt}` });
    }
  }
  return [...problems, ...(await brokenLedgerInvariants(db)), ...(await compareLedgers(db, simulator))];
}

export type Oracle = ReturnType<typeof createOracle>;
