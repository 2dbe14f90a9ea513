import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { withholding } from '#contract/withholding.ts';
import { personWarning } from '#core/company-name.ts';
import { formatMoney, percentOf, subtract } from '#core/money.ts';
import { type WithholdingKind, withholdingBps, withholdingKinds } from '#core/tax-rates.ts';
import { lessTax, taxBaseOf } from '#core/withholding.ts';
import { call, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { formatPercent } from '#web/lib/format.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { Exemption, exemptionOf } from './exemption.tsx';
import { withholdingOptions as options } from '#web/lib/withholding-kinds.ts';
import { withholdingTexts as texts } from './withholding-texts.ts';

type WithholdingDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** Says that the customer of an invoice keeps tax of it, or that they do not after all. */
export function WithholdingDialog({ invoice, onClose }: WithholdingDialogProps) {
  const { id, currency, customerName, balance } = invoice;
  const warning = personWarning(customerName);
  const queries = useQueryClient();
  const form = useForm<{ kind: WithholdingKind }>(() => ({}), {
    kind: (invoice.withholding ?? invoice.likelyTax)?.kind ?? 'services',
  });
  return (
    <FormDialog
      form={form}
      title={texts.title}
      description={texts.text(customerName)}
      width="sm"
      online
      submit={texts.save}
      onClose={onClose}
      onSubmit={({ kind }) =>
        call(
          withholding.declare,
          { params: { currency, id }, body: { kind } },
          { idempotencyKey: newIdempotencyKey() },
        )
      }
      onSuccess={({ data }) => {
        void refreshInvoices(queries);
        toast.success(
          data.state === 'declared'
            ? texts.saved(formatMoney(subtract(balance, data.amount), currency))
            : texts.settled,
        );
        onClose();
      }}
      onError={(error) => {
        if (!form.showErrors(error)) toastFailure(error, texts.failed);
      }}
    >
      <Field label={texts.kind} error={form.errors.kind} required>
        <Select
          value={form.values.kind}
          onChange={(chosen) =>
            form.change({ kind: withholdingKinds.find((one) => one === chosen) ?? 'services' })
          }
          options={options}
        />
      </Field>
      <Kept invoice={invoice} kind={form.values.kind} />
      {warning && <Notice tone="warn">{warning}</Notice>}
      {invoice.withholding?.state === 'declared' && (
        <Withdraw invoice={invoice} id={invoice.withholding.id} onDone={onClose} />
      )}
      {invoice.likelyTax?.state !== 'missing' && <Exemption invoice={invoice} />}
    </FormDialog>
  );
}

/** The sums a choice comes to, before it is made. */
function Kept({ invoice, kind }: { invoice: InvoiceDetail; kind: WithholdingKind }) {
  const { data } = useQuery(exemptionOf(invoice));
  if (!data) return null;
  const { currency, balance, totalAmount, tax, credited, date } = invoice;
  const hasTaxId = data.missing !== 'tax_id';
  const bps = withholdingBps(kind, date, { hasTaxId });
  if (bps === null) return null;
  const amount = percentOf(taxBaseOf({ total: totalAmount, tax, credited }), bps);
  return (
    <p>
      {texts.kept(
        formatMoney(amount, currency),
        formatPercent(bps),
        formatMoney(lessTax(balance, amount), currency),
      )}{' '}
      {!hasTaxId && texts.twice}
    </p>
  );
}

type WithdrawProps = { invoice: InvoiceDetail; id: string; onDone: () => void };

function Withdraw({ invoice: { currency }, id, onDone }: WithdrawProps) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(
        withholding.change,
        { params: { currency, id }, body: { state: 'withdrawn' } },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => {
      toast.success(texts.withdrawn);
      onDone();
    },
    onError: (error) => toastFailure(error, texts.failed),
    onSettled: () => void refreshInvoices(queries),
  });
  return (
    <Button type="button" variant="outline" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {texts.withdraw}
    </Button>
  );
}
