import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { creditReasons } from '#contract/credit-notes.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { messageOf, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { TextareaField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { Select } from '#web/ui/select.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { type CreditNote, creditNotesOf, useCreditNoteCalls } from './api.ts';
import { leftOf, LinePicks } from './line-picks.tsx';
import { PaidPart } from './paid-part.tsx';
import { linesLeft, overIn, sumsOf } from './plan.ts';
import { texts } from './texts.ts';
import { chosenIn, type CreditNoteValues, divisionOf, requestOf } from './values.ts';

type CreditNoteDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Takes lines of a sent invoice back, and asks where the money goes that was paid for them. */
export function CreditNoteDialog({ invoice, onClose }: CreditNoteDialogProps) {
  const { data, failureCount, isFetching, refetch } = useQuery(creditNotesOf(invoice.currency, invoice.id));
  if (data) return <Loaded invoice={invoice} {...data} onClose={onClose} />;
  return failureCount > 0 ? (
    <ErrorState title={texts.loadFailed} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-24" />
    </div>
  );
}

type LoadedProps = CreditNoteDialogProps & { notes: readonly CreditNote[]; refundable: Minor };

function Loaded({ invoice, notes, refundable, onClose }: LoadedProps) {
  const calls = useCreditNoteCalls(invoice);
  const { data: business } = useBusiness();
  const [step, setStep] = useState<'form' | 'set-pin' | 'confirm'>('form');
  const [refusal, setRefusal] = useState<string>();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { form, sums, body, isShown } = useCreditNoteForm({ invoice, notes, refundable });
  const done = ({ number }: CreditNote) => {
    toast.success(texts.issued(number));
    onClose();
  };
  const proceed = () => {
    setRefusal(undefined);
    setStep(business?.transactionPin === 'set' ? 'confirm' : 'set-pin');
  };
  if (step === 'set-pin')
    return <SetPinDialog kind="set" onClose={() => setStep('form')} onDone={() => setStep('confirm')} />;
  if (step === 'confirm')
    return (
      <PinDialog
        title={texts.confirmTitle}
        confirm={texts.confirm}
        onClose={() => setStep('form')}
        call={(pin, key) => calls.issue({ ...body, pin }, key)}
        onDone={done}
        onNoPin={() => setStep('set-pin')}
        onRefused={(error) => {
          setStep('form');
          if (!isShown(error)) setRefusal(messageOf(error));
        }}
      >
        <Sums invoice={invoice} sums={sums} />
      </PinDialog>
    );
  return (
    <FormDialog
      form={form}
      title={texts.title}
      description={texts.text(invoice.invoiceNumber, invoice.customerEmail !== '')}
      online
      disabled={linesLeft(invoice, notes).length === 0}
      submit={texts.issue}
      onClose={onClose}
      onSubmit={() => ((body.effect?.refund ?? 0) > 0 ? proceed() : calls.issue(body, idempotencyKey))}
      onSuccess={done}
      onError={(error) => {
        if (!isShown(error)) toastFailure(error, texts.failed);
      }}
    >
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Fields invoice={invoice} notes={notes} refundable={refundable} form={form} sums={sums} />
    </FormDialog>
  );
}

type FormInput = Omit<LoadedProps, 'onClose'>;

/** The form with what its choices come to, and a refusal told beside its lines. */
function useCreditNoteForm({ invoice, notes, refundable }: FormInput) {
  const sumsFor = (values: CreditNoteValues) => sumsOf(invoice, notes, chosenIn(values));
  const form = useForm<CreditNoteValues>(
    (values) => {
      const sums = sumsFor(values);
      const over = overIn(linesLeft(invoice, notes), chosenIn(values));
      const most = over && leftOf(over, values.reason === 'return', invoice.currency);
      return {
        picks:
          over && most
            ? texts.tooMuch(most, over.description)
            : !sums || sums.total === 0
              ? texts.nothingChosen
              : undefined,
        effect: effectProblem(values.effect, sums?.paid ?? ZERO, { refundable, currency: invoice.currency }),
      };
    },
    { reason: 'return', picks: {}, effect: '', note: '' },
  );
  const sums = sumsFor(form.values);
  const body = requestOf(form.values, sums?.paid ?? ZERO);
  const isShown = (error: unknown) => {
    const line = error instanceof ApiError && error.errors.find(({ path }) => path.startsWith('lines'));
    if (!line) return form.showErrors(error);
    form.setErrors({ picks: line.message });
    return true;
  };
  return { form, sums, body, isShown };
}

type FieldsProps = FormInput & Pick<ReturnType<typeof useCreditNoteForm>, 'form' | 'sums'>;

function Fields({ invoice, notes, refundable, form, sums }: FieldsProps) {
  const left = linesLeft(invoice, notes);
  return (
    <>
      <Field label={texts.reason}>
        <Select
          value={form.values.reason}
          onChange={(chosen) =>
            form.change({ reason: creditReasons.find((one) => one === chosen) ?? 'other', picks: {} })
          }
          options={creditReasons.map((value) => ({ value, label: texts.reasons[value] }))}
        />
      </Field>
      {left.length === 0 ? (
        <Notice>{texts.nothingLeft}</Notice>
      ) : (
        <LinePicks form={form} lines={left} currency={invoice.currency} />
      )}
      {form.errors.picks && <FieldError>{form.errors.picks}</FieldError>}
      <Sums invoice={invoice} sums={sums} />
      {sums && sums.paid > 0 && (
        <PaidPart form={form} paid={sums.paid} refundable={refundable} currency={invoice.currency} />
      )}
      <TextareaField
        form={form}
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        rows={2}
        maxLength={300}
        optional
      />
    </>
  );
}

function effectProblem(
  effect: CreditNoteValues['effect'],
  paid: Minor,
  { refundable, currency }: { refundable: Minor; currency: Currency },
): string | undefined {
  if (paid === 0) return;
  if (effect === '') return texts.whereNeeded;
  const { division, left } = divisionOf(effect, paid);
  if (left !== 0) return texts.addUp(formatMoney(paid, currency));
  return division.refund > refundable ? texts.refundTooMuch(formatMoney(refundable, currency)) : undefined;
}

type SumsProps = { invoice: InvoiceDetail; sums: ReturnType<typeof sumsOf> };

function Sums({ invoice: { currency }, sums }: SumsProps) {
  if (!sums || sums.total === 0) return null;
  return (
    <dl aria-live="polite" className="grid gap-1 rounded-card bg-sunken px-4 py-3">
      <div className="flex justify-between gap-4 font-semibold">
        <dt>{texts.total}</dt>
        <dd>
          <Money amount={sums.total} currency={currency} />
        </dd>
      </div>
      {sums.tax > 0 && (
        <div className="flex justify-between gap-4 text-muted text-sm">
          <dt>{texts.tax}</dt>
          <dd>
            <Money amount={sums.tax} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  );
}
