import { useQuery } from '@tanstack/react-query';
import { MessageCircle, Send } from 'lucide-react';
import { useState } from 'react';
import { least, ZERO } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { creditQuery } from '#web/lib/customer-credit/api.ts';
import { deliver, useSendInvoice } from '#web/lib/invoices/delivery.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import type { InvoiceDetail } from '../api.ts';
import { detailsTexts as texts } from './texts.ts';

const CreditQuestion = lazyComponent(
  async () => (await import('#web/lib/customer-credit/question.tsx')).CreditQuestion,
);

type Way = 'whatsapp' | 'email';

/** Sends a pending invoice; where its customer has credit, its owner is asked first whether to use it. */
export function SendActions({ invoice }: { invoice: InvoiceDetail }) {
  const send = useSendInvoice();
  const [asked, setAsked] = useState<Way | null>(null);
  const { credit, isKnown } = useCreditToAsk(invoice);
  const hasEmail = invoice.customerEmail !== '';
  const go = (way: Way, useCredit?: boolean) => {
    setAsked(null);
    deliver(send, invoice, { ...(way === 'whatsapp' && { channels: [way] }), useCredit });
  };
  const press = (way: Way) => (credit > 0 ? setAsked(way) : go(way));
  return (
    <>
      <Button
        variant={hasEmail ? 'outline' : 'primary'}
        disabled={send.isPending || !isKnown}
        onClick={() => press('whatsapp')}
        className="max-md:order-last max-md:w-full"
      >
        <MessageCircle aria-hidden />
        {texts.sendByWhatsapp}
      </Button>
      {hasEmail && (
        <Button
          pending={send.isPending}
          disabled={!isKnown}
          onClick={() => press('email')}
          className="max-md:flex-1"
        >
          <Send aria-hidden />
          {texts.send}
        </Button>
      )}
      {asked && (
        <CreditQuestion
          customer={invoice.customerName}
          amount={credit}
          currency={invoice.currency}
          onAnswer={(useCredit) => go(asked, useCredit)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/**
 * The part of its customer's credit that could pay the invoice; nothing where the business always uses it. Until it is
 * known nothing is sent: a press would open a chat at once, and could not ask any more.
 */
function useCreditToAsk({ currency, customerId, balance }: InvoiceDetail) {
  const business = useBusiness();
  const isAsked = business.data?.creditOnSend === 'ask';
  const credit = useQuery({ ...creditQuery(currency, customerId), enabled: isAsked });
  return {
    credit: isAsked && credit.data ? least(credit.data.credit, balance) : ZERO,
    isKnown: !business.isLoading && !credit.isLoading,
  };
}
