import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/money.ts';
import { Panel } from '#web/ui/card.tsx';
import { paymentsWithCredit, unmatchedPayments } from '../api.ts';
import { texts } from '../texts.ts';
import { CreditRow } from './credit-row.tsx';
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
