import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '#contract/client.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { formatDay } from '#web/lib/format.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { texts as pinTexts } from '#web/lib/pin/texts.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Money } from '#web/ui/money.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type PaymentDetails, refundPayment, usePaymentsChanged } from '../api.ts';
import { Line } from '../details/section.tsx';
import { texts } from '../texts.ts';
import { RefundEffectSummary } from './effect.tsx';
import { refundTexts as words } from './texts.ts';
import { useRefundForm } from './use-refund-form.ts';

type RefundDialogProps = { details: PaymentDetails; onClose: () => void };

/** From how much and why, through what it does, to the PIN. */
export function RefundDialog({ details, onClose }: RefundDialogProps) {
  const { payment } = details;
  const { currency } = payment;
  const { data: business } = useBusiness();
  const { data: balance } = useQuery(balanceQuery(currency));
  const changed = usePaymentsChanged();
  const refund = useRefundForm(details, balance?.available);
  const { form } = refund;
  const [step, setStep] = useState<'form' | 'set-pin' | 'confirm'>('form');
  const [refusal, setRefusal] = useState<string>();
  const proceed = () => {
    setRefusal(undefined);
    if (!refund.isWithinBounds()) return;
    if (business?.transactionPin === 'set') return setStep('confirm');
    toast.info(pinTexts.needed);
    setStep('set-pin');
  };
  const refuse = (error: ApiError) => {
    setStep('form');
    changed();
    if (!refund.showErrors(error)) setRefusal(error.message);
  };
  if (step === 'set-pin')
    return <SetPinDialog kind="set" onClose={() => setStep('form')} onDone={() => setStep('confirm')} />;
  if (step === 'confirm' && refund.amount !== null) {
    const request = { amount: refund.amount, reason: form.values.reason };
    return (
      <PinDialog
        title={words.confirmTitle}
        text={words.confirmText}
        confirm={words.confirm}
        onClose={() => setStep('form')}
        call={(pin, idempotencyKey) => refundPayment(payment, { ...request, pin, idempotencyKey })}
        onDone={() => {
          changed();
          toast.success(words.done(formatMoney(request.amount, currency)));
          onClose();
        }}
        onNoPin={() => setStep('set-pin')}
        onRefused={refuse}
      >
        <RefundSummary details={details} {...request} />
      </PinDialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={words.title}
      description={words.text(
        payment.customerId?.name || texts.unknownCustomer,
        formatDay(payment.createdAt),
      )}
      submit={words.next}
      online
      focusFirst
      onClose={onClose}
      onSubmit={proceed}
      onInvalid={() => setRefusal(undefined)}
    >
      {refusal && (
        <div role="alert">
          <Notice tone="bad">{refusal}</Notice>
        </div>
      )}
      <RefundFields details={details} refund={refund} />
      <RefundEffectSummary details={details} amount={refund.amount ?? (0 as Minor)} />
    </FormDialog>
  );
}

type RefundSummaryProps = { details: PaymentDetails; amount: Minor; reason: string };

/** The refund about to be sent: amount, recipient and reason. */
function RefundSummary({ details: { payment }, amount, reason }: RefundSummaryProps) {
  return (
    <dl className="rounded-card bg-sunken px-4 py-2">
      <Line name={words.summary.amount}>
        <Money amount={amount} currency={payment.currency} className="font-bold text-lg" />
      </Line>
      <Line name={words.summary.to}>{payment.customerId?.name || texts.unknownCustomer}</Line>
      <Line name={words.summary.reason}>{reason}</Line>
    </dl>
  );
}

type RefundFieldsProps = { details: PaymentDetails; refund: ReturnType<typeof useRefundForm> };

/** How much and why. */
function RefundFields({ details, refund: { form, amountProblem } }: RefundFieldsProps) {
  const { payment, refundable } = details;
  const { values } = form;
  const most = formatMoney(refundable, payment.currency);
  return (
    <>
      <Field label={words.howMuch} group>
        <RadioCards
          value={values.kind}
          onChange={(kind) => form.change({ kind: kind === 'part' ? 'part' : 'whole' })}
          options={[
            {
              value: 'whole',
              title: refundable === payment.amount ? words.whole : words.rest,
              text: most,
            },
            { value: 'part', title: words.part, text: words.partText },
          ]}
        />
      </Field>
      {values.kind === 'whole' && amountProblem && <FieldError>{amountProblem}</FieldError>}
      {values.kind === 'part' && (
        <Field
          label={words.amount(words.currencyNames[payment.currency])}
          aside={<span className="num">{words.atMost(most)}</span>}
          error={amountProblem}
          required
        >
          <MoneyInput currency={payment.currency} {...form.bind('amount')} />
        </Field>
      )}
      <TextField
        form={form}
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        maxLength={200}
        onBlur={() => form.checkField('reason')}
        required
      />
    </>
  );
}
