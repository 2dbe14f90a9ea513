import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creditReasons } from '#contract/credit-notes.ts';
import { formatMoney, ZERO } from '#core/money.ts';
import { messageOf, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { TextareaField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { SetPinDialog } from '#web/lib/pin/set-pin-dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { type CreditNote, creditNotesOf, useCreditNoteCalls } from './api.ts';
import { LinePicks } from './line-picks.tsx';
import { linesLeft, sumsOf } from './plan.ts';
import { texts } from './texts.ts';
import { chosenIn, type CreditNoteValues, requestOf, type Way, waysFor } from './values.ts';

type CreditNoteDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Takes lines of a sent invoice back, and asks where the money goes that was paid for them. */
export function CreditNoteDialog({ invoice, onClose }: CreditNoteDialogProps) {
  const {
    data: notes,
    failureCount,
    isFetching,
    refetch,
  } = useQuery(creditNotesOf(invoice.currency, invoice.id));
  if (notes) return <Loaded invoice={invoice} notes={notes} onClose={onClose} />;
  return failureCount > 0 ? (
    <ErrorState title={texts.loadFailed} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-24" />
    </div>
  );
}

type LoadedProps = CreditNoteDialogProps & { notes: readonly CreditNote[] };

function Loaded({ invoice, notes, onClose }: LoadedProps) {
  const calls = useCreditNoteCalls(invoice);
  const { data: business } = useBusiness();
  const left = linesLeft(invoice, notes);
  const [step, setStep] = useState<'form' | 'set-pin' | 'confirm'>('form');
  const [refusal, setRefusal] = useState<string>();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const sumsFor = (values: CreditNoteValues) => sumsOf(invoice, notes, chosenIn(values));
  const form = useForm<CreditNoteValues>(
    (values) => {
      const sums = sumsFor(values);
      return {
        picks: !sums || sums.total === 0 ? texts.nothingChosen : undefined,
        where: sums && sums.paid > 0 && values.where === '' ? texts.whereNeeded : undefined,
      };
    },
    { reason: 'return', picks: {}, where: '', note: '' },
  );
  const sums = sumsFor(form.values);
  const body = requestOf(form.values, sums?.paid ?? ZERO);
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
          setRefusal(messageOf(error));
        }}
      >
        <Sums invoice={invoice} sums={sums} />
      </PinDialog>
    );
  return (
    <FormDialog
      form={form}
      title={texts.title}
      description={texts.text(invoice.invoiceNumber)}
      online
      disabled={left.length === 0}
      submit={texts.issue}
      onClose={onClose}
      onSubmit={(values) =>
        values.where === 'refund' && sums && sums.paid > 0 ? proceed() : calls.issue(body, idempotencyKey)
      }
      onSuccess={done}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      {refusal && <Notice tone="bad">{refusal}</Notice>}
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
        <Field
          label={texts.where(formatMoney(sums.paid, invoice.currency))}
          error={form.errors.where}
          required
        >
          <RadioCards
            value={form.values.where}
            onChange={(where) => form.change({ where: where as Way })}
            options={waysFor(invoice).map((value) => ({
              value,
              title: texts.ways[value][0],
              text: texts.ways[value][1],
            }))}
          />
        </Field>
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
    </FormDialog>
  );
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
