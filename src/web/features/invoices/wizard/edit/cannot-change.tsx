import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type InvoiceDetail, useDuplicateInvoice } from '../../api.ts';
import { wizardTexts } from '#web/lib/invoices/wizard/texts.ts';

/** Says why an invoice stays as it is, and what can be done instead. */
export function CannotChange({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const { cannot } = wizardTexts;
  const { customerName, invoiceNumber, status, payments } = invoice;
  const duplicate = useDuplicateInvoice();
  const payment = payments.find((one) => one.status === 'completed');
  const isDeleted = status === 'deleted';
  return (
    <Dialog
      open
      onClose={onClose}
      title={cannot.title}
      description={isDeleted ? cannot.deleted(invoiceNumber) : cannot.money(customerName, invoiceNumber)}
      width="sm"
      footer={
        <DialogButtons onCancel={onClose} cancel={cannot.close}>
          {payment && (
            <Link
              to="/dashboard/payments"
              search={{ payment: payment.id }}
              className={buttonClass({ variant: 'outline' })}
            >
              {cannot.payment}
            </Link>
          )}
          <Button pending={duplicate.isPending} onClick={() => duplicate.mutate(invoice)}>
            {cannot.duplicate}
          </Button>
        </DialogButtons>
      }
    >
      {!isDeleted && <p className="text-15">{cannot.offer}</p>}
    </Dialog>
  );
}
