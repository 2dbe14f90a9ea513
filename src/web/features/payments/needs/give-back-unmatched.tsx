import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { giveBackUnmatched, type UnmatchedPayment, usePaymentsChanged } from '../api.ts';
import { Line } from '../details/section.tsx';
import { refundTexts as words } from '../refund/texts.ts';
import { texts } from '../texts.ts';

type GiveBackUnmatchedProps = {
  currency: Currency;
  payment: UnmatchedPayment;
  /** As people read it. */
  amount: string;
  onClose: () => void;
};

/** Asks for the PIN, and sends money back that could not be used. */
export function GiveBackUnmatched({ currency, payment, amount, onClose }: GiveBackUnmatchedProps) {
  const { data: business } = useBusiness();
  const changed = usePaymentsChanged();
  const [setting, setSetting] = useState(() => business?.transactionPin !== 'set');
  if (setting) return <SetPinDialog kind="set" onClose={onClose} onDone={() => setSetting(false)} />;
  return (
    <PinDialog
      title={texts.needs.giveItBack(amount)}
      text={texts.needs.giveBackText}
      confirm={words.confirm}
      onClose={onClose}
      call={(pin, idempotencyKey) => giveBackUnmatched(currency, payment, { pin, idempotencyKey })}
      onDone={() => {
        changed();
        toast.success(words.done(amount));
        onClose();
      }}
      onNoPin={() => setSetting(true)}
      onRefused={(error) => {
        changed();
        toast.error(words.refused, { text: error.message });
        onClose();
      }}
    >
      <dl className="rounded-card bg-sunken px-4 py-2">
        <Line name={words.summary.amount}>
          <span className="num font-bold text-lg">{amount}</span>
        </Line>
        <Line name={texts.needs.transaction}>
          <span className="break-all">{payment.transactionId}</span>
        </Line>
      </dl>
    </PinDialog>
  );
}
