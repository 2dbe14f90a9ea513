import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, MessageCircle } from 'lucide-react';
import { payments } from '#contract/payments.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { useCustomerPhone } from './share-channels.tsx';
import { receiptText, whatsappLink } from './share-text.ts';
import { detailsTexts as texts } from './texts.ts';

type Payment = InvoiceDetail['payments'][number];
type ReceiptActionProps = { invoice: InvoiceDetail };

/** Once money came: the receipt of the latest payment, by WhatsApp, or by email to a customer without a phone. */
export function ReceiptAction({ invoice }: ReceiptActionProps) {
  const latest = invoice.payments
    .filter(({ status }) => status === 'completed')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
  return latest ? <SendReceipt invoice={invoice} payment={latest} /> : null;
}

// Above the others on phones, where part of the invoice is still owed.
const className = 'max-md:order-first max-md:grow max-md:basis-60 max-md:px-3';

function SendReceipt({ invoice, payment }: ReceiptActionProps & { payment: Payment }) {
  const currency = useCurrency();
  const params = { currency, id: payment.id };
  const { data: url } = useQuery({
    queryKey: ['payments.receipt', currency, payment.id],
    queryFn: async ({ signal }) => {
      const { data } = await call(payments.details, { params }, { signal });
      return data.receipt?.url ?? null;
    },
  });
  const phone = useCustomerPhone(invoice);
  if (!url || phone === undefined) return null;
  if (phone === null && invoice.customerEmail !== '') return <EmailReceipt params={params} />;
  return (
    <a
      href={whatsappLink(receiptText(invoice, payment.amount, url), phone)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ className })}
    >
      <MessageCircle aria-hidden />
      {texts.receiptByWhatsapp}
    </a>
  );
}

type EmailReceiptProps = { params: { currency: ReturnType<typeof useCurrency>; id: string } };

function EmailReceipt({ params }: EmailReceiptProps) {
  const queries = useQueryClient();
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => call(payments.sendReceipt, { params }, { idempotencyKey: newIdempotencyKey() }),
    // The server tells when today's receipt had already gone.
    onSuccess: ({ message }) =>
      message === texts.receiptSent ? toast.success(message) : toast.info(message),
    onError: (error) => toastFailure(error, texts.receiptFailed),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['reminders.ofInvoice'] }),
  });
  return (
    <Button pending={send.isPending} onClick={() => send.mutate()} className={className}>
      <Mail aria-hidden />
      {texts.receiptByEmail}
    </Button>
  );
}
