import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { pos } from '#contract/pos.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { call, requestKeys, toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { errorsOf, hasErrors } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useCustomerChoices } from '#web/lib/invoices/wizard/use-customer-choices.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { chargeTexts as texts } from './charge-texts.ts';

/** Face to face: an amount, one press, and the code stands on the screen. */
export function ChargePage() {
  usePage(texts.title);
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <Card className="p-5 max-md:p-4">
          <ChargeForm />
        </Card>
        <Card className="grid justify-items-start gap-2 p-5 max-md:p-4">
          <QrCode aria-hidden className="size-7 text-primary" />
          <h2 className="text-lg">{texts.posterTitle}</h2>
          <p className="text-muted">{texts.posterText}</p>
          <Link
            to="/dashboard/counter/poster"
            className={buttonClass({ variant: 'outline', className: 'mt-1' })}
          >
            {texts.posterLink}
          </Link>
        </Card>
      </div>
    </>
  );
}

type Sale = { amount: Minor | null; description: string; customerId: string };

const amountNeeded = ({ amount }: Sale) =>
  amount === null || amount <= 0 ? { amount: texts.amountMissing } : {};

function ChargeForm() {
  const currency = useCurrency();
  const form = useForm<Sale>(amountNeeded, { amount: null, description: '', customerId: '' }, 'submit');
  const customers = useCustomerOptions(form.values.customerId);
  const charge = useCharge();
  return (
    <Form
      form={form}
      onSubmit={(sale) => charge.mutateAsync(sale)}
      onError={form.showErrors}
      className="grid gap-4.5"
    >
      <Field label={texts.amount} error={form.errors.amount} required>
        <MoneyInput
          currency={currency}
          {...form.bind('amount')}
          enterKeyHint="go"
          className="min-h-18 pl-11 font-bold font-display text-3xl"
        />
      </Field>
      <TextField
        form={form}
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={80}
        autoComplete="off"
        optional
      />
      <Field label={texts.customer} optional>
        <Combobox {...form.bind('customerId')} {...customers} />
      </Field>
      <Button type="submit" size="lg" pending={form.submitting}>
        {texts.submit}
      </Button>
      <p className="text-13 text-muted">{texts.uncounted}</p>
    </Form>
  );
}

function useCharge() {
  const currency = useCurrency();
  const navigate = useNavigate();
  const [keyFor] = useState(requestKeys);
  return useMutation({
    mutationFn: ({ amount, description, customerId }: Sale) => {
      const body = { amount: amount ?? ZERO, description, customerId: customerId || undefined };
      return call(pos.sell, { params: { currency }, body }, { idempotencyKey: keyFor(body) });
    },
    onSuccess: ({ data }) =>
      navigate({
        to: '/dashboard/invoices/$id/counter',
        params: { id: data.invoiceId },
        search: { sale: '1' },
      }),
    onError: (error) => {
      if (!hasErrors(errorsOf(error))) toastFailure(error, texts.failed);
    },
  });
}

/** Customers a charge can be assigned to; anybody by default. */
function useCustomerOptions(chosen: string) {
  const { known, isPending, finding } = useCustomerChoices(chosen);
  const choices = known.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  return { options: [{ value: '', label: texts.anybody }, ...choices], loading: isPending, ...finding };
}
