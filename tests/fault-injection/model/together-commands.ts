import assert from 'node:assert/strict';
import { minor } from '#core/money.ts';
import { askToPay, portalCookie } from '#server/modules/customer-portal/testing.ts';
import * as oracle from './oracle.ts';
import { pick } from './pick.ts';
import { settle, type Step } from './system.ts';

/** Below it the provider opens no checkout. */
const SMALLEST = 5_000;
const MOST = 4;

/** A customer ticks some of their open invoices, now and then a deleted or paid one too, and pays less, all or more. */
const payTogether: Step = {
  name: 'payment of several',
  run: async (world, { owner, wallet }, roll) => {
    const customer = pick(['person', 'company'] as const, roll) ?? 'person';
    const customerId = wallet.customerIds[customer];
    const theirs = wallet.invoices.filter((invoice) => invoice.customer === customer && invoice.sent);
    const ticked = theirs.slice(-MOST - roll(3));
    const open = ticked.filter((invoice) => oracle.owedOn(invoice) >= SMALLEST);
    const [first, ...others] = open;
    if (!customerId || !first || others.length === 0) return;
    const small = ticked.filter((invoice) => oracle.owedOn(invoice) > 0 && !open.includes(invoice));
    const asked = ticked.filter((invoice) => !small.includes(invoice));
    const rows = await world.app.system.db
      .selectFrom('invoices')
      .select('public_id')
      .where(
        'id',
        'in',
        asked.map(({ id }) => id),
      )
      .execute();
    const cookie = await portalCookie(world.app, owner, customerId);
    const answer = await askToPay(
      world.app,
      cookie,
      rows.map(({ public_id }) => public_id),
    );
    assert.deepEqual([answer.status, answer.data?.dropped], [200, asked.length - open.length]);
    const { reference } = answer;
    if (!wallet.together.some((known) => known.reference === reference))
      wallet.together.push({ reference, invoices: [first, ...others] });
    const whole = Math.round((answer.data?.amount ?? 0) * 100);
    const amount = [whole, 1 + roll(whole), whole + 1 + roll(500_000)][roll(3)] ?? whole;
    world.simulator.pay(reference, { amount: minor(amount), method: 'card' });
    await settle(world);
  },
};

/** Each as often as it stands here. */
export const togetherSteps: Step[] = [payTogether, payTogether];
