import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ApiError } from '#contract/client.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { formatDay } from '#web/lib/format.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { texts as pinTexts } from '#web/lib/pin/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { availableBalance, type PaymentDetails, refundPayment, usePaymentsChanged } from '../api.ts';
import { texts } from '../texts.ts';
import { RefundEffectSummary } from './effect.tsx';
import { RefundFields } from './fields.tsx';
import { RefundSummary } from './summary.tsx';
import { refundTexts as words } from './texts.ts';
import { useRefundForm } from './use-refund-form.ts';

type RefundDialogProps = { details: PaymentDetails; onClose: () => void };

/** From how much and why, through what it does, to the PIN. */
export function RefundDialog({ details, onClose }: RefundDialogProps) {
  const { payment } = details;
  const { currency } = payment;
  const { data: business } = useBusiness();
  const { data: balance } = useQuery(availableBalance(currency));
  const changed = usePaymentsChanged();
  const form = useRefundForm(details, balance?.available);
  const [step, setStep] = useState<'form' | 'set-pin' | 'confirm'>('form');
  const [refusal, setRefusal] = useState<string>();
  const proceed = () => {
    setRefusal(undefined);
    if (!form.check()) return;
    if (business?.transactionPin === 'set') return setStep('confirm');
    toast.info(pinTexts.needed);
    setStep('set-pin');
  };
  const refuse = (error: ApiError) => {
    setStep('form');
    changed();
    if (!form.showRefusal(error)) setRefusal(error.message);
  };
  if (step === 'set-pin')
    return <SetPinDialog kind="set" onClose={() => setStep('form')} onDone={() => setStep('confirm')} />;
  if (step === 'confirm' && form.amount !== null) {
    const request = { amount: form.amount, reason: form.values.reason };
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
  return <FormDialog details={details} form={form} refusal={refusal} onClose={onClose} onNext={proceed} />;
}

type FormDialogProps = RefundDialogProps & {
  form: ReturnType<typeof useRefundForm>;
  refusal: string | undefined;
  onNext: () => void;
};

function FormDialog({ details, form, refusal, onClose, onNext }: FormDialogProps) {
  const { payment } = details;
  const online = useOnline();
  const formId = useId();
  const { form: box } = form;
  useEffect(() => {
    // The dialog takes the focus first, to give it back later.
    const frame = requestAnimationFrame(() =>
      (
        box.current?.querySelector<HTMLElement>('input[aria-invalid="true"]') ??
        box.current?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')
      )?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [box]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (online) onNext();
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {words.cancel}
      </Button>
      <Button type="submit" form={formId} disabled={!online} className="max-md:flex-1">
        {words.next}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.text(
        payment.customerId?.name || texts.unknownCustomer,
        formatDay(payment.createdAt),
      )}
      footer={footer}
    >
      <form id={formId} ref={box} onSubmit={submit} noValidate autoComplete="off" className="grid gap-5">
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        {refusal && (
          <div role="alert">
            <Notice tone="bad">{refusal}</Notice>
          </div>
        )}
        <RefundFields details={details} form={form} />
        <RefundEffectSummary details={details} amount={form.amount ?? (0 as Minor)} />
      </form>
    </Dialog>
  );
}
