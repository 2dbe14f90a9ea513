import type * as z from 'zod/mini';
import { type invoiceDetail, invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { shareText, whatsappLink } from '#web/features/invoices/details/share-text.ts';
import type { Service } from './service.ts';

export type Invoice = z.output<typeof invoiceDetail>;
type InvoiceRef = { id: string; currency: Currency };

/** Full details of one invoice. Throws `ApiError`. */
export async function readInvoice({ call }: Service, { id, currency }: InvoiceRef): Promise<Invoice> {
  return (await call(invoices.detail, { params: { currency, id } })).data;
}

type SendChannel = 'email' | 'whatsapp';
type Sent = { invoice: Invoice; whatsappUrl: string | null };

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
): Promise<{ invoice: Invoice; link: string }> {
  const now = await readInvoice(service, invoiceRef);
  const invoice = now.checkoutUrl ? now : (await send(service, invoiceRef, 'whatsapp')).invoice;
  return { invoice, link: invoice.checkoutUrl ?? '' };
}

/** Where WhatsApp opens with the invoice typed in; null where the service sent it by itself. Throws `ApiError`. */
export async function whatsappUrlOf(
  service: Service,
  invoiceRef: InvoiceRef,
): Promise<{ invoice: Invoice; url: string | null }> {
  const now = await readInvoice(service, invoiceRef);
  if (now.checkoutUrl) return { invoice: now, url: whatsappLink(shareText(now, now.checkoutUrl), null) };
  const { invoice, whatsappUrl } = await send(service, invoiceRef, 'whatsapp');
  return { invoice, url: whatsappUrl };
}
