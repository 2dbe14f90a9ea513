import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { texts } from './texts.ts';

type CreditQuestionProps = {
  /** Whose it is. */
  customers: readonly string[];
  /** As much of the credit as their invoices have room for. */
  amount: Minor;
  currency: Currency;
  onAnswer: (useCredit: boolean) => void;
  onClose: () => void;
};

/** Asks whether customers' credit is used for the invoices that go to them. */
export function CreditQuestion({ customers, amount, currency, onAnswer, onClose }: CreditQuestionProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={texts.question(formatMoney(amount, currency))}
      footer={
        <DialogButtons cancel={texts.sendWithout} onCancel={() => onAnswer(false)}>
          <Button onClick={() => onAnswer(true)}>{texts.sendUsingIt}</Button>
        </DialogButtons>
      }
    >
      <p className="text-15 text-muted">{texts.questionText(customers)}</p>
    </Dialog>
  );
}
