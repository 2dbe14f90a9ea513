import { type Currency, formatAnyMoney, isCurrency } from '#core/money.ts';
import { formatInstant } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { UnmatchedPayment } from '../api.ts';
import { refundStates } from '../details/texts.ts';
import { texts } from '../texts.ts';
import { ActionRow } from './row.tsx';

const RefundUnmatchedDialog = lazyDialog(
  async () => (await import('./refund-unmatched.tsx')).RefundUnmatchedDialog,
);

type UnmatchedRowProps = { currency: Currency; payment: UnmatchedPayment };

/** Money that came for an invoice and could not be used: why, and the way back. */
export function UnmatchedRow({ currency, payment }: UnmatchedRowProps) {
  const [confirming, setConfirming] = useOpened(`refund ${payment.transactionId}`);
  const { invoiceNumber, reason, refundStatus, receivedAt } = payment;
  const amount = formatAnyMoney(payment.amount, payment.currency);
  const state = refundStatus && refundStates[refundStatus];
  // Only money in a currency we keep books in can be sent back from here; test money was never there.
  const canRefund = !refundStatus && reason !== 'test_money' && isCurrency(payment.currency);
  return (
    <ActionRow
      amount={<span className="num font-bold">{amount}</span>}
      title={texts.needs.reasons[reason](invoiceNumber ?? texts.needs.anInvoice, payment.currency, currency)}
      text={`${texts.needs.came(formatInstant(receivedAt))} ${
        state?.next ?? texts.needs.nextSteps[canRefund || state ? 'give_back' : reason]
      }`}
    >
      {state && (
        <Badge dot tone={state.tone}>
          {state.label}
        </Badge>
      )}
      {canRefund && (
        <Button
          size="sm"
          variant="outline"
          aria-label={texts.needs.giveItBack(amount)}
          onClick={() => setConfirming(true)}
        >
          {texts.needs.giveBack}
        </Button>
      )}
      {confirming && (
        <RefundUnmatchedDialog
          currency={currency}
          payment={payment}
          amount={amount}
          onClose={() => setConfirming(null)}
        />
      )}
    </ActionRow>
  );
}
