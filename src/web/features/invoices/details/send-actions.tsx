import { MessageCircle, Send } from 'lucide-react';
import { useCreditQuestion, useOutgoingCredit } from '#web/lib/customer-credit/ask.tsx';
import { deliver, useSendInvoice } from '#web/lib/invoices/delivery.ts';
import { Button } from '#web/ui/button.tsx';
import type { InvoiceDetail } from '../api.ts';
import { detailsTexts as texts } from './texts.ts';

type Way = 'whatsapp' | 'email';

/** Sends a pending invoice; where its customer has credit, its owner is asked first whether to use it. */
export function SendActions({ invoice }: { invoice: InvoiceDetail }) {
  const send = useSendInvoice();
  const { ask, question } = useCreditQuestion();
  const creditFor = useOutgoingCredit();
  const hasEmail = invoice.customerEmail !== '';
  const press = (way: Way) =>
    ask(creditFor([invoice]), (useCredit) =>
      deliver(send, invoice, { ...(way === 'whatsapp' && { channels: [way] }), useCredit }),
    );
  return (
    <>
      <Button
        variant={hasEmail ? 'outline' : 'primary'}
        disabled={send.isPending}
        onClick={() => press('whatsapp')}
        className="max-md:order-last max-md:w-full"
      >
        <MessageCircle aria-hidden />
        {texts.sendByWhatsapp}
      </Button>
      {hasEmail && (
        <Button pending={send.isPending} onClick={() => press('email')} className="max-md:flex-1">
          <Send aria-hidden />
          {texts.send}
        </Button>
      )}
      {question}
    </>
  );
}
