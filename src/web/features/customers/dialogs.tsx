import { useState } from 'react';
import { messageOf, requestKeys, toastFailure } from '#web/lib/api.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import {
  type Customer,
  type CustomerForm,
  useAddCustomer,
  useDeleteCustomer,
  useEditCustomer,
} from './api.ts';
import { CustomerDialog } from './customer-form.tsx';
import { texts } from './texts.ts';

type AddCustomerProps = { onClose: () => void };

export function AddCustomer({ onClose }: AddCustomerProps) {
  const add = useAddCustomer();
  const [keyFor] = useState(requestKeys);
  return (
    <CustomerDialog
      title={texts.add}
      submit={texts.add}
      onClose={onClose}
      onSubmit={(form) => add.mutateAsync({ form, idempotencyKey: keyFor(form) })}
      onSuccess={() => {
        toast.success(texts.added);
        onClose();
      }}
      onError={(error, form) => {
        form.showErrors(error);
        toastFailure(error, texts.addFailed);
      }}
    />
  );
}

type EditCustomerProps = {
  customer: Customer;
  onClose: () => void;
  /** Opens the dialog again with what was typed, after a refusal. */
  onReopen: (customer: Customer) => void;
};

export function EditCustomer({ customer, onClose, onReopen }: EditCustomerProps) {
  const edit = useEditCustomer();
  const save = (form: CustomerForm) => {
    onClose();
    edit.mutateAsync({ id: customer.id, form }).then(
      () => toast.success(texts.updated),
      (error: unknown) => {
        if (isSessionEnd(error)) return;
        const again = () => onReopen({ ...customer, ...form, phone: form.phone ?? null });
        toast.error(texts.updateFailed, {
          text: messageOf(error),
          action: { label: texts.editAgain, run: again },
        });
      },
    );
  };
  return (
    <CustomerDialog
      title={texts.edit}
      submit={texts.save}
      start={customer}
      onClose={onClose}
      onSubmit={save}
    />
  );
}

type DeleteCustomerProps = {
  customer: Pick<Customer, 'id' | 'name'> & { owes: Minor };
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteCustomer({ customer, onClose, onDeleted }: DeleteCustomerProps) {
  const { name, owes } = customer;
  const currency = useCurrency();
  const remove = useDeleteCustomer();
  const confirm = () => {
    onClose();
    remove.mutateAsync(customer).then(
      () => {
        toast.success(texts.deleted);
        onDeleted?.();
      },
      (error: unknown) => toastFailure(error, texts.deleteFailed),
    );
  };
  return (
    <AlertDialog
      open
      danger
      onClose={onClose}
      onConfirm={confirm}
      title={texts.deleteTitle}
      text={texts.deleteQuestion(name) + (owes > 0 ? texts.deleteOwing(formatMoney(owes, currency)) : '')}
      confirm={texts.delete}
      cancel={texts.cancel}
    />
  );
}
