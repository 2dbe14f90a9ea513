import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { refundUnmatched, type UnmatchedPayment, usePaymentsChanged } from '../api.ts';
import { Line } from '../details/section.tsx';
import { refundTexts as labels } from '../refund/texts.ts';
import { texts } from '../texts.ts';

type RefundUnmatchedDialogProps = {
  currency: Currency;
  payment: UnmatchedPayment;
  /** As people read it. */
  amount: string;
  onClose: () => void;
};

/** Asks for the PIN, and sends money back that could not be used. */
export function RefundUnmatchedDialog({ currency, payment, amount, onClose }: RefundUnmatchedDialogProps) {
  const { data: business } = useBusiness();
  const changed = usePaymentsChanged();
  const [settingPin, setSettingPin] = useState(() => business?.transactionPin !== 'set');
  if (settingPin) return <SetPinDialog kind="set" onClose={onClose} onDone={() => setSettingPin(false)} />;
  return (
    <PinDialog
      title={texts.needs.giveItBack(amount)}
      text={texts.needs.giveBackText}
      confirm={labels.confirm}
      onClose={onClose}
      call={(pin, idempotencyKey) => refundUnmatched(currency, payment, { pin, idempotencyKey })}
      onDone={() => {
        changed();
        toast.success(labels.done(amount));
        onClose();
      }}
      onNoPin={() => setSettingPin(true)}
      onRefused={(error) => {
        changed();
        toast.error(labels.refused, { text: error.message });
        onClose();
      }}
    >
      <dl className="rounded-card bg-sunken px-4 py-2">
        <Line name={labels.summary.amount}>
          <span className="num font-bold text-lg">{amount}</span>
        </Line>
        <Line name={texts.needs.transaction}>
          <span className="break-all">{payment.transactionId}</span>
        </Line>
      </dl>
    </PinDialog>
  );
}
