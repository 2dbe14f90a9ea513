import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import type { Owner } from '../../harness.ts';
import type { System } from '../model/system.ts';
import type { Problem } from '../result.ts';
import { type Holder, params } from './holders.ts';
import { type Billed, type Oracle, owedOn } from './oracle.ts';

type Place = Pick<System, 'app' | 'simulator'>;
type Seen = { place: Place; owner: Owner; oracle: Oracle };

/** The page of each plan, whatever is under way, tells the end of its last charge as the provider's books have it. */
export async function plansTold(
  { place, owner, oracle }: Seen,
  holders: readonly Holder[],
): Promise<Problem[]> {
  const truth = endsOf(place);
  const rows = await place.app.system.db
    .selectFrom('card_charges')
    .select(['reference', 'invoice_id', 'attempt'])
    .execute();
  const references = new Map(
    rows.map((row) => [`${oracle.billed.get(row.invoice_id)?.number} ${row.attempt}`, row.reference]),
  );
  const problems: Problem[] = [];
  for (const holder of holders) {
    const { data } = await owner.call(api.plans.detail, { params: { ...params, id: holder.planId } });
    const { charge } = data;
    if (!charge) continue;
    const reference = references.get(`${charge.invoiceNumber} ${charge.attempt}`) ?? '';
    const end = truth.get(reference) ?? 'nothing';
    const one = [...oracle.billed.values()].find(({ number }) => number === charge.invoiceNumber);
    const owed = one ? owedOn(one) : 0;
    const text = `${reference} is told as ${charge.status} of ${charge.amount}: ${end} there, ${owed} owed`;
    const isTrue = {
      completed: end === 'completed',
      failed: end === 'failed' || end === 'nothing',
      dropped: end === 'nothing' && !oracle.wasSent(reference),
      processing: true,
      pending: end === 'nothing' && owed > 0 && charge.amount === owed,
    }[charge.status];
    if (!isTrue) problems.push({ kind: 'wrong', text });
  }
  return problems;
}

const endsOf = ({ simulator }: Place): Map<string, string> =>
  new Map(simulator.ledger.payments.map(({ reference, status }) => [reference, status]));

/** Once nothing is under way: each invoice is as much paid for its owner and on its customer's page as the provider and the cash say. */
export async function invoicesTold(seen: Seen, holders: readonly Holder[]): Promise<Problem[]> {
  const charged = await chargedOf(seen);
  const problems: Problem[] = [];
  for (const holder of holders) {
    const { data } = await seen.owner.call(api.invoices.list, {
      params,
      query: { customerId: holder.customerId },
    });
    const listed = new Map(data.map((invoice) => [invoice.id, invoice]));
    for (const one of seen.oracle.billed.values()) {
      if (one.holder !== holder) continue;
      const shown = listed.get(one.id);
      const told = shown && { state: shown.status === 'paid' ? 'paid' : 'open', ...sums(shown) };
      problems.push(
        ...differ(one, { 'its owner': told ?? cancelled, ...(await onPage(seen, one)) }, charged),
      );
    }
    problems.push(...(await cardPage(seen.place, holder)));
  }
  return problems;
}

type Told = { state: string; paid: number; balance: number };
const cancelled: Told = { state: 'cancelled', paid: 0, balance: 0 };
const sums = ({ amountPaid: paid, balance }: { amountPaid: number; balance: number }) => ({ paid, balance });

/** By the provider's books, of each invoice. */
async function chargedOf({ place, oracle }: Seen): Promise<Map<string, number>> {
  const rows = await place.app.system.db
    .selectFrom('card_charges')
    .select(['reference', 'invoice_id'])
    .execute();
  const invoices = new Map(rows.map(({ reference, invoice_id: id }) => [reference, id]));
  const charged = new Map<string, number>();
  for (const { reference, status, amount } of place.simulator.ledger.payments) {
    const id = oracle.wasSent(reference) && status === 'completed' ? invoices.get(reference) : undefined;
    if (id) charged.set(id, (charged.get(id) ?? 0) + amount);
  }
  return charged;
}

async function onPage({ place: { app } }: Seen, one: Billed): Promise<Record<string, Told>> {
  const { public_id: publicId } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  const open = createClient({ baseUrl: app.url });
  const { data } = await open(api.payments.payable, { params: { publicId } });
  return {
    'its customer': one.deleted ? { ...cancelled, state: data.state } : { state: data.state, ...sums(data) },
  };
}

function differ(one: Billed, said: Record<string, Told>, charged: Map<string, number>): Problem[] {
  const paid = Math.min(one.total, one.received + (charged.get(one.id) ?? 0));
  const balance = one.total - paid;
  const truth = one.deleted ? cancelled : { state: balance === 0 ? 'paid' : 'open', paid, balance };
  const should = JSON.stringify(truth);
  return Object.entries(said).flatMap(([whom, told]) => {
    const is = JSON.stringify(told);
    return is === should
      ? []
      : [{ kind: 'wrong' as const, text: `${one.number} is ${is} for ${whom} and should be ${should}` }];
  });
}

/** The page of a card offers to stop it while it may be charged. */
async function cardPage({ app }: Place, { card, planId }: Holder): Promise<Problem[]> {
  if (!card) return [];
  const page = await (await fetch(`${app.url}/card/${card.stopKey}`)).text();
  const { status } = await app.system.db
    .selectFrom('saved_cards')
    .select('status')
    .where('id', '=', card.id)
    .executeTakeFirstOrThrow();
  const isOffered = page.includes('Stop charging my card');
  return isOffered === (status === 'active')
    ? []
    : [
        {
          kind: 'wrong',
          text: `the card of ${planId} is ${status}, and ${isOffered ? 'may' : 'cannot'} be stopped`,
        },
      ];
}
