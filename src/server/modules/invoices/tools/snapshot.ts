import * as z from 'zod';
import { AppError } from '#core/errors.ts';
import type { Minor } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { invoiceById } from '../queries/details.ts';
import { isActive } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';

/** An amount in minor units, as it is kept with a proposal. */
export const minorUnits = z.custom<Minor>((value) => Number.isSafeInteger(value));

/** An invoice as it was shown with a proposal. What is done is done to exactly this. Amounts in minor units. */
export const invoiceSnapshot = z.object({
  id: z.string(),
  number: z.string(),
  currency: z.enum(['NGN', 'USD']),
  customerName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  total: minorUnits,
  balance: minorUnits,
});
export type InvoiceSnapshot = z.infer<typeof invoiceSnapshot>;

export const channelNames = z.array(z.enum(['email', 'whatsapp'])).min(1);
export type Channels = z.infer<typeof channelNames>;

type CustomerContact = { email: string; phone: string | null };

/** An invoice made before its customer had an email address goes to the one there is now. */
export const snapshotOf = (
  invoice: Invoice,
  customer: CustomerContact | null | undefined,
): InvoiceSnapshot => ({
  id: invoice.id,
  number: invoice.number,
  currency: invoice.currency,
  customerName: invoice.customer_name,
  email: invoice.customer_email || (customer?.email ?? ''),
  phone: customer?.phone ?? null,
  total: invoice.total_minor,
  balance: invoice.balance_minor,
});

/** Throws 409 when an invoice is no longer as it was shown. The caller holds the business's lock. */
async function requireUnchanged(ctx: Ctx, shown: InvoiceSnapshot): Promise<void> {
  const { businessId } = ctx.actor;
  const invoice = await invoiceById(ctx.tx, businessId, shown.id);
  const customer = invoice && (await customerById(ctx.tx, businessId, invoice.customer_id));
  const current = invoice && isActive(invoice) ? snapshotOf(invoice, customer) : null;
  if (!current || JSON.stringify(current) !== JSON.stringify(invoiceSnapshot.parse(shown)))
    throw outdated(shown.number);
}

/** Runs work on an invoice that was shown; what its state no longer allows makes the proposal outdated. */
export async function whenUnchanged<T>(ctx: Ctx, shown: InvoiceSnapshot, work: () => Promise<T>): Promise<T> {
  await requireUnchanged(ctx, shown);
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === 'conflict' ? outdated(shown.number) : error;
  }
}

const outdated = (number: string) =>
  new AppError('proposal_outdated', `Invoice ${number} has changed since this was shown. Please ask again`);
