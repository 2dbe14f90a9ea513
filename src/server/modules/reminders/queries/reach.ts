import { internationalDigits } from '#core/phone.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recipientAllowance } from '#server/modules/business/queries.ts';
import { customersById } from '#server/modules/customers/queries/list.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { lastMessagesTo } from '#server/modules/notifications/queries/recipients.ts';
import { numbersHeard, suppressedOf } from '#server/modules/notifications/queries/whatsapp.ts';
import type { Reach } from '../rules/channels.ts';

/** How the customer of an invoice can be reached. `serviceSends`: whether WhatsApp is set up. */
export async function reachOf(db: Db | Tx, invoice: Invoice, serviceSends: boolean): Promise<Reach> {
  return (await reachesOf(db, invoice.business_id, [invoice], serviceSends))(invoice);
}

type Addressee = Pick<Invoice, 'customer_id' | 'customer_email'>;

/** The same for several invoices of a business, which are then asked for one by one. */
export async function reachesOf(
  db: Db | Tx,
  businessId: string,
  invoices: readonly Addressee[],
  serviceSends: boolean,
): Promise<(invoice: Addressee) => Reach> {
  const customers = await customersById(db, businessId, unique(invoices.map((one) => one.customer_id)));
  const numberOf = ({ customer_id: id }: Addressee) => internationalDigits(customers.get(id)?.phone ?? null);
  const numbers = unique(invoices.map(numberOf));
  const emails = unique(invoices.map((one) => one.customer_email));
  const stoppedEmails = await suppressedOf(db, businessId, 'email', emails);
  const stoppedNumbers = await suppressedOf(db, businessId, 'whatsapp', numbers);
  const lastStates = await lastMessagesTo(db, businessId, emails);
  const heard = serviceSends ? await numbersHeard(db, numbers) : new Set<string>();
  return (invoice) => {
    const [email, number] = [invoice.customer_email, numberOf(invoice)];
    const hasAgreed = heard.has(number) || Boolean(customers.get(invoice.customer_id)?.whatsapp_consent_at);
    return {
      email,
      emailBlocked: stoppedEmails.has(email) || lastStates.get(email) === 'bounced',
      number,
      whatsappBlocked: stoppedNumbers.has(number),
      whatsappAllowed: serviceSends && hasAgreed,
    };
  };
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '');

/** The day's allowance of a business for some addresses of customers: `use` counts one that is new. */
type Allowance = { allows(address: string): boolean; use(address: string): void };

/** Reads the day's allowance for so many addresses. */
export async function openAllowance(
  { tx, now }: SystemCtx,
  businessId: string,
  addresses: readonly string[],
): Promise<Allowance> {
  const known = new Set((await lastMessagesTo(tx, businessId, addresses)).keys());
  const hasNew = addresses.some((address) => !known.has(address));
  let { left } = hasNew ? await recipientAllowance(tx, businessId, now) : { left: 0 };
  return {
    allows: (address) => known.has(address) || left > 0,
    use: (address) => {
      if (!known.has(address)) left--;
      known.add(address);
    },
  };
}
