import { useNavigate } from '@tanstack/react-router';
import { toastFailure } from '#web/lib/api.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { useCreditNoteCalls } from './api.ts';
import { texts } from './texts.ts';

type CorrectDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Credits all of an invoice and opens a new one with the same lines. */
export function CorrectDialog({ invoice, onClose }: CorrectDialogProps) {
  const { correct } = useCreditNoteCalls(invoice);
  const navigate = useNavigate();
  const form = useForm<object>(() => ({}), {});
  return (
    <FormDialog
      form={form}
      title={texts.correctTitle}
      description={texts.correctText(invoice.invoiceNumber)}
      width="sm"
      online
      submit={texts.correctGo}
      onClose={onClose}
      onSubmit={() => correct()}
      onSuccess={({ invoiceId, invoiceNumber }) => {
        toast.success(texts.corrected(invoiceNumber));
        onClose();
        void navigate({ to: '/dashboard/invoices', search: { edit: invoiceId } });
      }}
      onError={(error) => toastFailure(error, texts.correctFailed)}
    >
      {null}
    </FormDialog>
  );
}
