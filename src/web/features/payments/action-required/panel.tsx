import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/money.ts';
import { formatDay } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { type ListedPayment, paymentsWithCredit, unmatchedPayments } from '../api.ts';
import { CreditActions } from '../details/credit-actions.tsx';
import { texts } from '../texts.ts';
import { ActionRow } from './row.tsx';
import { UnmatchedRow } from './unmatched-row.tsx';

type ActionRequiredProps = { currency: Currency; onOpen: (paymentId: string) => void };

/** Money that waits for the owner's word: what could not be used, and what was paid too much. Nothing while there is none. */
export function ActionRequired({ currency, onOpen }: ActionRequiredProps) {
  const { data: unmatched = [] } = useQuery(unmatchedPayments(currency));
  const { data: credits } = useQuery(paymentsWithCredit(currency));
  const overpaid = credits?.payments ?? [];
  if (unmatched.length === 0 && overpaid.length === 0) return null;
  const more = (credits?.total ?? 0) - overpaid.length;
  return (
    <Panel title={texts.needs.title} description={texts.needs.text} className="mb-4">
      <ul className="pb-1.5">
        {unmatched.map((payment) => (
          <UnmatchedRow
            key={payment.provider + payment.transactionId}
            currency={currency}
            payment={payment}
          />
        ))}
        {overpaid.map((payment) => (
          <CreditRow key={payment.id} payment={payment} onOpen={() => onOpen(payment.id)} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-line border-t px-4.5 py-3 text-muted text-sm">{texts.needs.more(more)}</p>
      )}
    </Panel>
  );
}

/** A customer's overpayment: applied to another of their invoices, or refunded. */
function CreditRow({ payment, onOpen }: { payment: ListedPayment; onOpen: () => void }) {
  const { creditAmount: left, creditFor } = payment;
  const name = payment.customerId?.name || texts.unknownCustomer;
  return (
    <ActionRow
      amount={<Money amount={left} currency={payment.currency} className="font-bold" />}
      title={texts.needs.overpaid(name)}
      text={(payment.evidence === 'provider' ? texts.needs.overpaidText : texts.needs.overpaidTyped)(
        payment.invoiceId?.invoiceNumber ?? texts.noInvoice,
        formatDay(payment.createdAt),
      )}
    >
      {payment.returningAmount > 0 && (
        <Badge dot tone="info">
          {texts.needs.goesBack}
        </Badge>
      )}
      {creditFor && <CreditActions payment={payment} creditFor={[creditFor]} />}
      <Button size="sm" variant="outline" aria-label={texts.needs.openFor(name)} onClick={onOpen}>
        {left > 0 && payment.evidence === 'provider' ? texts.needs.giveBackOrSee : texts.needs.see}
      </Button>
    </ActionRow>
  );
}
