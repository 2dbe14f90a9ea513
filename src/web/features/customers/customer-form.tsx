import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import { email as emailSchema } from '#contract/wire.ts';
import { useContractForm } from '#web/lib/form.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type Customer, customerByEmailQuery, type CustomerForm } from './api.ts';
import { texts } from './texts.ts';

type FormHandle = ReturnType<typeof useContractForm<CustomerForm>>;

type CustomerDialogProps = {
  title: string;
  submit: string;
  /** The customer being changed, or what was typed before. */
  start?: Partial<Customer> | undefined;
  pending?: boolean;
  onSubmit: (form: CustomerForm, handle: FormHandle) => void;
  onClose: () => void;
  /** More about the customer, below the fields. */
  children?: ReactNode;
};

/** Name, e-mail and phone of a customer, for adding and changing alike. */
export function CustomerDialog({
  title,
  submit,
  start,
  pending = false,
  onSubmit,
  onClose,
  children,
}: CustomerDialogProps) {
  const formId = useId();
  const form = useContractForm<CustomerForm>(newCustomer, {
    name: start?.name ?? '',
    email: start?.email ?? '',
    phone: start?.phone ?? '',
  });
  const { register, formState, setFocus } = form;
  useEffect(() => {
    // The dialog first notes where focus was, to give it back, and takes it to its cross.
    const frame = requestAnimationFrame(() => setFocus('name'));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  const [typedEmail, setTypedEmail] = useState('');
  const known = useKnownEmail(typedEmail, start?.id);
  const send = (event: FormEvent) => {
    event.stopPropagation();
    void form.handleSubmit((values) => onSubmit(z.parse(newCustomer, values), form))(event);
  };
  const emailBox = register('email', { onBlur: () => setTypedEmail(form.getValues('email')) });
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button type="submit" form={formId} pending={pending} className="max-md:flex-1">
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} width="sm" footer={footer}>
      <form id={formId} onSubmit={send} noValidate className="grid gap-4.5">
        <Field label={texts.name} error={formState.errors.name?.message} required>
          <Input autoComplete="off" maxLength={120} {...register('name')} />
        </Field>
        <Field
          label={texts.email}
          error={formState.errors.email?.message}
          hint={known && <KnownEmail name={known.name} />}
          required
        >
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...emailBox}
          />
        </Field>
        <Field label={texts.phone} hint={texts.phoneHint} error={formState.errors.phone?.message} optional>
          <Input type="tel" inputMode="tel" autoComplete="off" maxLength={30} {...register('phone')} />
        </Field>
        {children}
      </form>
    </Dialog>
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
