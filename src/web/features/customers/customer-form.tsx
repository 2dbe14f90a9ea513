import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import { isEmailAddress } from '#core/email.ts';
import { formatPhone, toE164 } from '#core/phone.ts';
import { EmailField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { type Customer, type CustomerForm, customerWithQuery } from './api.ts';
import { type ContactPreferences, ContactPreferencesFields } from './contact-preferences.tsx';
import { texts } from './texts.ts';

type Values = { name: string; email: string; phone: string } & ContactPreferences;

type CustomerDialogProps = {
  title: string;
  submit: string;
  /** The customer being changed, or what was typed before. */
  start?: Partial<Customer> | undefined;
  onSubmit: (customer: CustomerForm) => Promise<unknown> | void;
  onSuccess?: () => void;
  onError?: (error: unknown, form: FormHandle<Values>) => void;
  onClose: () => void;
};

/** Name, contacts and preferences of a customer, for adding and changing alike; one of the two ways to reach it is enough. */
export function CustomerDialog({ start, onSubmit, onError, ...dialog }: CustomerDialogProps) {
  const form = useForm<Values>(newCustomer, {
    name: start?.name ?? '',
    email: start?.email ?? '',
    phone: formatPhone(start?.phone ?? ''),
    language: start?.language ?? null,
    whatsappConsent: start?.whatsappConsent ?? false,
    remindersOff: start?.remindersOff ?? false,
    withholdingKind: start?.withholdingKind ?? null,
  });
  const [left, setLeft] = useState({ email: '', phone: '' });
  const email = useKnown(left.email.trim().toLowerCase(), start?.id);
  const phone = useKnown(toE164(left.phone) ?? '', start?.id);
  const onBlur = (name: 'email' | 'phone') => () => {
    form.bind(name).onBlur();
    setLeft({ ...left, [name]: form.values[name] });
  };
  return (
    <FormDialog
      {...dialog}
      form={form}
      width="sm"
      online
      focusFirst
      onSubmit={(values) => onSubmit(z.parse(newCustomer, values))}
      onError={(error) => onError?.(error, form)}
    >
      <TextField form={form} name="name" label={texts.name} autoComplete="off" maxLength={120} required />
      <EmailField
        form={form}
        name="email"
        label={texts.email}
        hint={email ? <Known text={texts.known.email(email.name)} /> : texts.emailHint}
        onBlur={onBlur('email')}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
      />
      <TextField
        form={form}
        name="phone"
        label={texts.phone}
        hint={phone ? <Known text={texts.known.phone(phone.name)} /> : texts.phoneHint}
        onBlur={onBlur('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
      />
      <ContactPreferencesFields name={form.values.name} preferences={form.values} onChange={form.change} />
    </FormDialog>
  );
}

function Known({ text }: { text: string }) {
  return (
    <span role="status" className="flex items-start gap-1.5 font-medium text-warn">
      <TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
      {text}
    </span>
  );
}

/** Another customer with this address or number, as far as it is one. */
function useKnown(contact: string, ownId: string | undefined): Customer | null {
  const { data } = useQuery({
    ...customerWithQuery(useCurrency(), contact),
    enabled: isEmailAddress(contact) || toE164(contact) !== null,
  });
  return data && data.id !== ownId ? data : null;
}
