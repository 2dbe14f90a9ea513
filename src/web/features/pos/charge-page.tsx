import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { QrCode } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { pos } from '#contract/pos.ts';
import type { Minor } from '#core/money.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { chargeTexts as texts } from './charge-texts.ts';
import { useCustomerOptions } from './use-customer-options.ts';

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

function ChargeForm() {
  const currency = useCurrency();
  const [amount, setAmount] = useState<Minor | null>(null);
  const [description, setDescription] = useState('');
  const [customerId, setCustomerId] = useState('');
  const [missing, setMissing] = useState(false);
  const customers = useCustomerOptions();
  const charge = useCharge();
  const fieldErrors = errorsOf(charge.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(amount === null || amount <= 0);
    if (amount === null || amount <= 0 || charge.isPending) return;
    charge.mutate({ amount, description, customerId: customerId || undefined });
  };
  return (
    <form onSubmit={send} noValidate className="grid gap-4.5">
      <Field label={texts.amount} error={missing ? texts.amountMissing : fieldErrors.amount} required>
        <MoneyInput
          currency={currency}
          value={amount}
          onChange={(value) => {
            setAmount(value);
            setMissing(false);
            if (fieldErrors.amount) charge.reset();
          }}
          enterKeyHint="go"
          className="min-h-18 pl-11 font-bold font-display text-3xl"
        />
      </Field>
      <Field label={texts.description} hint={texts.descriptionHint} error={fieldErrors.description} optional>
        <Input
          value={description}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={texts.customer} optional>
        <Combobox value={customerId} onChange={setCustomerId} {...customers} />
      </Field>
      <Button type="submit" size="lg" pending={charge.isPending}>
        {texts.submit}
      </Button>
      <p className="text-13 text-muted">{texts.uncounted}</p>
    </form>
  );
}

type ChargeInput = { amount: Minor; description: string; customerId: string | undefined };

function useCharge() {
  const currency = useCurrency();
  const navigate = useNavigate();
  // A press whose answer was lost is repeated under its key; another amount is another payment.
  const [sent, setSent] = useState({ fingerprint: '', key: '' });
  return useMutation({
    mutationFn: (body: ChargeInput) => {
      const fingerprint = JSON.stringify(body);
      const key = sent.fingerprint === fingerprint ? sent.key : newIdempotencyKey();
      setSent({ fingerprint, key });
      return call(pos.sell, { params: { currency }, body }, { idempotencyKey: key });
    },
    onSuccess: ({ data }) =>
      navigate({
        to: '/dashboard/invoices/$id/counter',
        params: { id: data.invoiceId },
        search: { sale: '1' },
      }),
    onError: (error) => {
      if (Object.keys(errorsOf(error)).length === 0) toastFailure(error, texts.failed);
    },
  });
}

function errorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
}
