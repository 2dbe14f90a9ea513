import { MAX_REASON } from '#contract/withholding.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import { AttachmentField } from '#web/lib/files/attachment-field.tsx';
import { AttachmentRefused, uploadAttachment } from '#web/lib/files/attachment-upload.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useChange, type Withholding } from './api.ts';
import { texts } from './texts.ts';

type DialogProps = { record: Withholding; onClose: () => void };
type CertificateValues = {
  certificateNo: string;
  certificateDay: string;
  amount: Minor | null;
  /** Of one that was used already. */
  reason: string;
  file: File | null;
};

/** The certificate as it was typed; one that was typed wrong is corrected. */
export function CertificateDialog({ record, onClose }: DialogProps) {
  const { certificate, currency, customerName, state } = record;
  const isUsed = state === 'used';
  const change = useChange(record);
  const form = useForm<CertificateValues>(
    ({ certificateNo, certificateDay, amount, reason }) => ({
      certificateNo: certificateNo.trim() === '' ? texts.numberNeeded : undefined,
      certificateDay: certificateDay === '' ? texts.dayNeeded : undefined,
      amount: amount ? undefined : texts.amountNeeded,
      reason: isUsed && reason.trim() === '' ? texts.reasonNeeded : undefined,
    }),
    {
      certificateNo: certificate?.number ?? '',
      certificateDay: certificate?.day ?? '',
      amount: certificate?.amount ?? record.amount,
      reason: '',
      file: null,
    },
  );
  return (
    <FormDialog
      form={form}
      title={certificate ? texts.change : texts.add}
      description={isUsed ? texts.changeUsed : texts.addText(customerName)}
      width="sm"
      online
      submit={texts.save}
      onClose={onClose}
      onSubmit={async ({ file, ...values }) =>
        change.mutateAsync({
          state: isUsed ? 'used' : 'received',
          ...values,
          ...(file && { certificate: await uploadAttachment(file, 'certificate') }),
        })
      }
      onSuccess={() => {
        toast.success(texts.saved);
        onClose();
      }}
      onError={(error) => {
        if (error instanceof AttachmentRefused) form.setErrors({ file: error.message });
        else if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      <TextField form={form} name="certificateNo" label={texts.number} maxLength={60} required />
      <TextField
        form={form}
        name="certificateDay"
        label={texts.day}
        type="date"
        max={dateIn(systemClock())}
        inputClass="appearance-none"
        required
      />
      <Field label={texts.amount} error={form.errors.amount} required>
        <MoneyInput currency={currency} {...form.bind('amount')} />
      </Field>
      {isUsed && <TextField form={form} name="reason" label={texts.reason} maxLength={MAX_REASON} required />}
      <AttachmentField
        label={certificate?.file ? texts.otherFile : texts.file}
        file={form.values.file}
        error={form.errors.file}
        onChange={(file) => form.change({ file })}
      />
    </FormDialog>
  );
}

/** No certificate comes: the customer owes the tax again, by a new day. */
export function RefusedDialog({ record, onClose }: DialogProps) {
  const { amount, currency, customerName } = record;
  const change = useChange(record);
  const form = useForm<{ dueDate: string }>(
    ({ dueDate }) => ({ dueDate: dueDate === '' ? texts.dueDateNeeded : undefined }),
    { dueDate: '' },
  );
  return (
    <FormDialog
      form={form}
      title={texts.refuseTitle}
      description={texts.refuseText(customerName, formatMoney(amount, currency))}
      width="sm"
      online
      submit={texts.refuseSave}
      onClose={onClose}
      onSubmit={(values) => change.mutateAsync({ state: 'refused', ...values })}
      onSuccess={() => {
        toast.success(texts.refused);
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      <TextField
        form={form}
        name="dueDate"
        label={texts.dueDate}
        type="date"
        min={dateIn(systemClock())}
        inputClass="appearance-none"
        required
      />
    </FormDialog>
  );
}
