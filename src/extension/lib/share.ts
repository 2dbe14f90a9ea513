import type * as z from 'zod/mini';
import { type invoiceDetail, invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { shareText, whatsappLink } from '#web/features/invoices/details/share-text.ts';
import type { Service } from './service.ts';

export type Invoice = z.output<typeof invoiceDetail>;
type Which = { id: string; currency: Currency };

/** Full details of one invoice. Throws `ApiError`. */
export async function readInvoice({ call }: Service, { id, currency }: Which): Promise<Invoice> {
  return (await call(invoices.detail, { params: { currency, id } })).data;
}

export type Way = 'email' | 'whatsapp';
export type Sent = { invoice: Invoice; whatsappUrl: string | null };

/** Sends a pending invoice, idempotently. Throws `ApiError`. */
export async function send({ call }: Service, { id, currency }: Which, way: Way): Promise<Sent> {
  const { data } = await call(
    invoices.send,
    { params: { currency }, body: { invoiceId: id, channels: [way] } },
    { idempotencyKey: `extension:send:${id}:${way}` },
  );
  return data;
}

/** The link a customer pays by; an invoice that was still pending counts as sent with it. Throws `ApiError`. */
export async function payLinkOf(service: Service, which: Which): Promise<{ invoice: Invoice; link: string }> {
  const now = await readInvoice(service, which);
  const invoice = now.checkoutUrl ? now : (await send(service, which, 'whatsapp')).invoice;
  return { invoice, link: invoice.checkoutUrl ?? '' };
}

/** Where WhatsApp opens with the invoice typed in; null where the service sent it by itself. Throws `ApiError`. */
export async function whatsappOf(
  service: Service,
  which: Which,
): Promise<{ invoice: Invoice; url: string | null }> {
  const now = await readInvoice(service, which);
  if (now.checkoutUrl) return { invoice: now, url: whatsappLink(shareText(now, now.checkoutUrl), null) };
  const { invoice, whatsappUrl } = await send(service, which, 'whatsapp');
  return { invoice, url: whatsappUrl };
}
