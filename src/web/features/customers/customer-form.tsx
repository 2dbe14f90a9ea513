import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import { email as emailSchema } from '#contract/wire.ts';
import { EmailField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { type Customer, customerByEmailQuery, type CustomerForm } from './api.ts';
import { texts } from './texts.ts';

type Values = { name: string; email: string; phone: string };

type CustomerDialogProps = {
  title: string;
  submit: string;
  /** The customer being changed, or what was typed before. */
  start?: Partial<Customer> | undefined;
  onSubmit: (customer: CustomerForm) => Promise<unknown> | void;
  onSuccess?: () => void;
  onError?: (error: unknown, form: FormHandle<Values>) => void;
  onClose: () => void;
  /** More about the customer, below the fields. */
  children?: ReactNode;
};

/** Name, email and phone of a customer, for adding and changing alike. */
export function CustomerDialog({ start, onSubmit, onError, children, ...dialog }: CustomerDialogProps) {
  const form = useForm<Values>(
    newCustomer,
    { name: start?.name ?? '', email: start?.email ?? '', phone: start?.phone ?? '' },
    'blur',
  );
  const [typedEmail, setTypedEmail] = useState('');
  const known = useKnownEmail(typedEmail, start?.id);
  return (
    <FormDialog
      {...dialog}
      form={form}
      width="sm"
      focusFirst
      onSubmit={(values) => onSubmit(z.parse(newCustomer, values))}
      onError={(error) => onError?.(error, form)}
    >
      <TextField form={form} name="name" label={texts.name} autoComplete="off" maxLength={120} required />
      <EmailField
        form={form}
        name="email"
        label={texts.email}
        hint={known && <KnownEmail name={known.name} />}
        onBlur={() => {
          form.checkField('email');
          setTypedEmail(form.values.email);
        }}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <TextField
        form={form}
        name="phone"
        label={texts.phone}
        hint={texts.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        optional
      />
      {children}
    </FormDialog>
  );
}

function KnownEmail({ name }: { name: string }) {
  return (
    <span role="status" className="flex items-start gap-1.5 font-medium text-warn">
      <TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
      {texts.known(name)}
    </span>
  );
}

function useKnownEmail(typed: string, ownId: string | undefined): Customer | null {
  const currency = useCurrency();
  const email = z.safeParse(emailSchema, typed);
  const { data } = useQuery({
    ...customerByEmailQuery(currency, email.data ?? ''),
    enabled: email.success,
  });
  return data && data.id !== ownId ? data : null;
}
