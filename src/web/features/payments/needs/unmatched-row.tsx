import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { formatInstant } from '#web/lib/format.ts';
import { late } from '#web/lib/lazy.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { UnmatchedPayment } from '../api.ts';
import { refundStates } from '../details/texts.ts';
import { texts } from '../texts.ts';
import { formatAny } from './any-money.ts';
import { NeedRow } from './need-row.tsx';

const GiveBackUnmatched = late(async () => (await import('./give-back-unmatched.tsx')).GiveBackUnmatched);

type UnmatchedRowProps = { currency: Currency; payment: UnmatchedPayment };

/** Money that came for an invoice and could not be used: why, and the way back. */
export function UnmatchedRow({ currency, payment }: UnmatchedRowProps) {
  const [asking, setAsking] = useState(false);
  const { invoiceNumber, reason, refundStatus, receivedAt } = payment;
  const amount = formatAny(payment.amount, payment.currency);
  const state = refundStatus && refundStates[refundStatus];
  // Only money in a currency we keep books in can be sent back from here; test money was never there.
  const canGiveBack = !refundStatus && reason !== 'test_money' && ['NGN', 'USD'].includes(payment.currency);
  return (
    <NeedRow
      amount={<span className="num font-bold">{amount}</span>}
      title={texts.needs.reasons[reason](invoiceNumber ?? texts.needs.anInvoice, payment.currency, currency)}
      text={`${texts.needs.came(formatInstant(receivedAt))} ${
        state?.next ?? texts.needs.nextSteps[canGiveBack || state ? 'give_back' : reason]
      }`}
    >
      {state && (
        <Badge dot tone={state.tone}>
          {state.word}
        </Badge>
      )}
      {canGiveBack && (
        <Button
          size="sm"
          look="outline"
          aria-label={texts.needs.giveItBack(amount)}
          onClick={() => setAsking(true)}
        >
          {texts.needs.giveBack}
        </Button>
      )}
      {asking && (
        <GiveBackUnmatched
          currency={currency}
          payment={payment}
          amount={amount}
          onClose={() => setAsking(false)}
        />
      )}
    </NeedRow>
  );
}
