import type { Filters } from '#contract/assistant.ts';
import { type Currency, toMinor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { snapshotAll } from './recipients.ts';
import type { InvoiceSnapshot } from './snapshot.ts';
import { type MatchedInvoice, type RequiredState, targetsOf, type Why } from './targets.ts';

/** Whose invoice, or which one. */
export type Subject = Pick<Filters, 'invoiceNumbers' | 'customerName'>;

/** Reason no single invoice is meant. */
export type NoOneInvoice = Why | { kind: 'severalNumbers' };

type Meant = { about: Subject; currency: Currency; fit: RequiredState; amount: number | null };
export type FoundOne = { ok: true; matched: MatchedInvoice; shown: InvoiceSnapshot };

/** The one invoice that is meant; of several the one that owes exactly `amount` (major units), else they are listed, the oldest first. */
export async function oneInvoice(
  scope: Scope,
  { about, currency, fit, amount }: Meant,
): Promise<FoundOne | { ok: false; why: NoOneInvoice }> {
  if ((about.invoiceNumbers?.length ?? 0) > 1) return { ok: false, why: { kind: 'severalNumbers' } };
  const selection = about.invoiceNumbers?.length
    ? { invoiceNumbers: about.invoiceNumbers }
    : { ...(about.customerName ? { customerName: about.customerName } : {}), currency };
  const targets = await targetsOf(scope, selection, fit);
  if (!targets.ok && targets.why.kind !== 'several') return { ok: false, why: targets.why };
  const all = targets.ok ? targets.found : 'invoices' in targets.why ? targets.why.invoices : [];
  const exact = all.filter(({ invoice }) => amount !== null && invoice.balance_minor === toMinor(amount));
  const [matched, ...more] = all.length > 1 ? exact : all;
  if (!matched || more.length > 0) return { ok: false, why: { kind: 'several', invoices: all.toReversed() } };
  const [shown] = await snapshotAll(scope.db, scope.actor.businessId, [matched]);
  return shown ? { ok: true, matched, shown } : { ok: false, why: { kind: 'none' } };
}
