import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { reconcile } from '#server/modules/reconciliation/flows/reconcile.ts';
import { sampleInvoice } from '../../harness.ts';
import { newInvoice } from './oracle.ts';
import { deliver, type ModelRun, openReference } from './system.ts';

const params = { currency: 'NGN' } as const;

/** Gives the first business an amount the way it really comes: by an invoice that is paid. */
export async function fundFirstBusiness(world: ModelRun, amount: number): Promise<void> {
  const [party] = world.parties;
  if (!party) throw new Error('there is nobody');
  const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(amount) }];
  const { data } = await party.owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  await party.owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const invoice = newInvoice(data.id, amount, party.wallet);
  // On a slow machine the provider may be given up on at first.
  let reference: string | null = null;
  for (let tries = 0; tries < 20 && !reference; tries++)
    reference = await openReference(world, party, invoice);
  if (!reference) throw new Error('nothing can be paid');
  world.simulator.pay(reference);
  await deliver(world, world.simulator.takeWebhooks());
}

/**
 * Reconciles the provider's lists with the ledger over the given period, and repairs what can be repaired.
 */
export async function reconcileAll({ app }: ModelRun, backMs: number): Promise<void> {
  const provider = providerByName(app.system.ports.payments, 'paystack');
  const until = app.config.clock();
  if (provider) await reconcile(app.scope(), provider, { from: plusMs(until, -backMs), until });
}
