import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#contract/client.ts';
import type { Currency, Minor } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { type AgreedNames, isUnanswered } from '#web/lib/pin/use-pinned-call.ts';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Quote, useWithdraw, type WithdrawalType } from './api.ts';
import { type FormValues, toRequest } from './form-values.ts';
import { dialogTexts } from './dialog-texts.ts';
import { texts } from './texts.ts';

type ConfirmDialogProps = {
  type: WithdrawalType;
  currency: Currency;
  values: FormValues;
  account: { bankName: string; number: string; name: string | null };
  quote: Quote | null;
  onClose: () => void;
  onNoPin: () => void;
  /** Puts the server's objections into the form; true when it could. */
  onRefused: (error: unknown) => boolean;
  onDone: () => void;
  /** Steps of the same sheet before it, where the PIN was set on the way here. */
  stepsBefore: number;
  chosenPin: string;
};

/** Summarizes the payout, and requires the PIN. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { type, currency, values, account, quote, onClose, onNoPin, onRefused, onDone } = props;
  const { stepsBefore, chosenPin } = props;
  const withdraw = useWithdraw(currency);
  const refuse = (error: ApiError) => {
    onRefused(error);
    toast.error(texts.failed, { text: messageOf(error) });
    onClose();
  };
  const queries = useQueryClient();
  const send = (pin: string, idempotencyKey: string, agreed: AgreedNames) => {
    const body = toRequest(type, values, agreed.accountName ?? account.name, pin);
    return withdraw
      .mutateAsync({ body, idempotencyKey })
      .catch(toastUnanswered)
      .finally(() => {
        // The bank may have given another name, which the payout account keeps.
        for (const module of ['bankAccounts.holder', 'business.getProfile'])
          void queries.invalidateQueries({ queryKey: [module] });
      });
  };
  return (
    <PinDialog
      title={dialogTexts.confirm.titles[type]}
      text={dialogTexts.confirm.text}
      confirm={dialogTexts.confirm.submit}
      onClose={onClose}
      call={send}
      onDone={onDone}
      onNoPin={onNoPin}
      onRefused={refuse}
      stepsBefore={stepsBefore}
      chosenPin={chosenPin}
    >
      {(isRenamed) => (
        <Summary
          type={type}
          values={values}
          currency={currency}
          account={isRenamed ? { ...account, name: null } : account}
          quote={quote}
        />
      )}
    </PinDialog>
  );
}

/** Beside what the dialog says of a request nobody answered. */
export function toastUnanswered(error: unknown): never {
  if (!(error instanceof ApiError) || isUnanswered(error)) toastFailure(error, texts.failedTryAgain);
  throw error;
}

type SummaryProps = Pick<ConfirmDialogProps, 'type' | 'values' | 'currency' | 'account' | 'quote'>;

function Summary({ type, values, currency, account, quote }: SummaryProps) {
  const { confirm } = dialogTexts;
  return (
    <dl className="grid gap-2.5 rounded-card bg-sunken p-4 text-15">
      <Line name={type === 'self-withdraw' ? confirm.receives : confirm.amount}>
        <Money
          amount={quote?.receives ?? values.amount ?? (0 as Minor)}
          currency={currency}
          className="text-lg"
        />
      </Line>
      {quote && (
        <>
          <Line name={confirm.fee}>
            <Money amount={quote.fee} currency={currency} />
          </Line>
          <Line name={confirm.total}>
            <Money amount={quote.total} currency={currency} />
          </Line>
        </>
      )}
      <Line name={confirm.bank}>{account.bankName}</Line>
      <Line name={confirm.number}>
        <span className="num">{account.number}</span>
      </Line>
      {account.name !== null && <Line name={confirm.name}>{account.name}</Line>}
      {values.staffName && <Line name={confirm.staff}>{values.staffName}</Line>}
      {values.description && <Line name={confirm.description}>{values.description}</Line>}
    </dl>
  );
}

/** One fact of a summary. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-end font-semibold">{children}</dd>
    </div>
  );
}
