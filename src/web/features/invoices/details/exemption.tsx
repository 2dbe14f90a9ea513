import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { withholding, type withholdingExemption } from '#contract/withholding.ts';
import type * as z from 'zod/mini';
import { formatMonth } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { withholdingTexts } from './withholding-texts.ts';

const texts = withholdingTexts.exemption;

type Letter = NonNullable<z.output<typeof withholdingExemption>['letter']>;
type OfInvoice = { invoice: Pick<InvoiceDetail, 'id' | 'currency' | 'customerName'> };

/** Whether the business may ask a customer to keep no tax, and what is missing for it. */
export const exemptionOf = ({ id, currency }: Pick<InvoiceDetail, 'id' | 'currency'>) =>
  queryOptions({
    queryKey: ['invoices.exemption', currency, id],
    queryFn: async ({ signal }) =>
      (await call(withholding.exemption, { params: { currency, id } }, { signal })).data,
  });

/** Whether the customer need keep no tax, with a letter that asks for it. Nothing is decided for the owner. */
export function Exemption({ invoice }: OfInvoice) {
  const { currency, customerName } = invoice;
  const { data } = useQuery(exemptionOf(invoice));
  if (!data) return null;
  const { upTo, supplied, month, missing, letter } = data;
  return (
    <section aria-label={texts.title} className="grid gap-2 border-line border-t pt-4.5 text-15">
      <h3 className="font-semibold font-text text-15 tracking-normal">{texts.title}</h3>
      <p>
        {texts.rule(formatMoney(upTo, currency))}{' '}
        {texts.supplied(customerName, formatMoney(supplied, currency), formatMonth(month))}
      </p>
      {missing && (
        <p className="font-semibold">
          {texts.missing[missing]}{' '}
          {missing === 'tax_id' && (
            <Link
              to="/dashboard/settings"
              className="inline-flex min-h-11 items-center text-primary underline"
            >
              {texts.addTaxId}
            </Link>
          )}
        </p>
      )}
      <p className="font-semibold">{texts.accountant}</p>
      {letter && <ReadyLetter invoice={invoice} letter={letter} />}
    </section>
  );
}

function ReadyLetter({ invoice: { id, currency }, letter }: OfInvoice & { letter: Letter }) {
  const [isOpen, setIsOpen] = useState(false);
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(withholding.askExemption, { params: { currency, id } }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => toast.success(message ?? texts.sent),
    onError: (error) => toastFailure(error, texts.sendFailed),
  });
  if (!isOpen)
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {texts.ask}
      </Button>
    );
  return (
    <>
      <Field label={texts.letter}>
        <Textarea readOnly rows={9} value={letter.text} />
      </Field>
      <span className="flex flex-wrap gap-2">
        <CopyButton text={letter.text} label={texts.copy} copied={texts.copied} />
        {letter.to !== '' && (
          <Button size="sm" variant="outline" pending={send.isPending} onClick={() => send.mutate()}>
            {texts.send(letter.to)}
          </Button>
        )}
      </span>
    </>
  );
}
