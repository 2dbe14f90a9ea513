import type * as z from 'zod/mini';
import { type invoiceDetail, invoices } from '#contract/invoices.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import { shareText, whatsappLink } from '#web/features/invoices/details/share-text.ts';
import type { Service } from './service.ts';

export type Invoice = z.output<typeof invoiceDetail>;
type InvoiceRef = { id: string; currency: Currency };

/** Full details of one invoice. Throws `ApiError`. */
export async function readInvoice({ call }: Service, { id, currency }: InvoiceRef): Promise<Invoice> {
  return (await call(invoices.detail, { params: { currency, id } })).data;
}

type SendChannel = 'email' | 'whatsapp';
/** `creditLeft`: credit of the customer that the invoice could still use, in minor units. */
type Sent = { invoice: Invoice; whatsappUrl: string | null; creditLeft: Minor };

/** Sends a pending invoice, idempotently. Throws `ApiError`. */
export async function send(
  { call }: Service,
  { id, currency }: InvoiceRef,
  channel: SendChannel,
): Promise<Sent> {
  const { data } = await call(
    invoices.send,
    { params: { currency }, body: { invoiceId: id, channels: [channel] } },
    { idempotencyKey: `extension:send:${id}:${channel}` },
  );
  return data;
}

/** The link a customer pays by; an invoice that was still pending counts as sent with it. Throws `ApiError`. */
export async function payLinkOf(
  service: Service,
  invoiceRef: InvoiceRef,
): Promise<{ invoice: Invoice; link: string; creditLeft: Minor }> {
  const now = await readInvoice(service, invoiceRef);
  const { invoice, creditLeft } = now.checkoutUrl
    ? { invoice: now, creditLeft: ZERO }
    : await send(service, invoiceRef, 'whatsapp');
  return { invoice, link: invoice.checkoutUrl ?? '', creditLeft };
}

/** Where WhatsApp opens with the invoice typed in; null where the service sent it by itself. Throws `ApiError`. */
export async function whatsappUrlOf(
  service: Service,
  invoiceRef: InvoiceRef,
): Promise<{ invoice: Invoice; url: string | null; creditLeft: Minor }> {
  const now = await readInvoice(service, invoiceRef);
  if (now.checkoutUrl)
    return { invoice: now, url: whatsappLink(shareText(now, now.checkoutUrl), null), creditLeft: ZERO };
  const { invoice, whatsappUrl, creditLeft } = await send(service, invoiceRef, 'whatsapp');
  return { invoice, url: whatsappUrl, creditLeft };
}
