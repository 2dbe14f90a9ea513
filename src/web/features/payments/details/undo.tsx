import { useMutation } from '@tanstack/react-query';
import { offlinePayments } from '#contract/offline-payments.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type PaymentDetails, usePaymentsChanged } from '../api.ts';
import { detailsTexts as labels } from './texts.ts';

type UndoInput = { id: string; reason?: string; useInstead?: string };

function useUndo({ payment }: PaymentDetails) {
  const changed = usePaymentsChanged();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...body }: UndoInput) =>
      call(
        offlinePayments.undo,
        { params: { currency: payment.currency, id }, body },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSettled: changed,
  });
}

type UndoDialogProps = { details: PaymentDetails; onClose: () => void };

/** Takes back a payment somebody typed in. */
export function UndoDialog({ details, onClose }: UndoDialogProps) {
  const { payment, record } = details;
  const needed = record?.reasonNeeded ?? false;
  const undo = useUndo(details);
  const form = useForm<{ reason: string }>(
    ({ reason }) => ({ reason: needed && reason.trim() === '' ? labels.undoReasonNeeded : undefined }),
    { reason: '' },
  );
  return (
    <FormDialog
      form={form}
      title={labels.undoTitle}
      description={labels.undoText(payment)}
      width="sm"
      danger
      online
      submit={labels.undo}
      onClose={onClose}
      onSubmit={({ reason }) => undo.mutateAsync({ id: payment.id, reason })}
      onSuccess={() => {
        toast.success(labels.undone);
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, labels.undoFailed);
      }}
    >
      <TextField
        form={form}
        name="reason"
        label={labels.undoReason}
        maxLength={200}
        {...(needed ? { required: true } : { optional: true })}
      />
    </FormDialog>
  );
}

/** The same money typed in and told by a provider; one press keeps the real one. */
export function PaidTwice({ details }: { details: PaymentDetails }) {
  const undo = useUndo(details);
  const { paidTwice: typed, payment } = details;
  if (!typed) return null;
  const keepThis = () =>
    undo.mutate(
      { id: typed.id, useInstead: payment.id },
      {
        onSuccess: () => toast.success(labels.undone),
        onError: (error) => toastFailure(error, labels.undoFailed),
      },
    );
  return (
    <Notice tone="warn">
      <span className="grid justify-items-start gap-2.5">
        <span>
          {labels.paidTwice(
            typed.recordedBy,
            formatMoney(typed.amount, payment.currency),
            formatDate(typed.day),
          )}
        </span>
        <Button size="sm" variant="outline" pending={undo.isPending} onClick={keepThis}>
          {labels.keepThis}
        </Button>
      </span>
    </Notice>
  );
}
