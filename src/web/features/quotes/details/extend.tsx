import { addDays, dateIn, isCalendarDate, systemClock } from '#core/dates.ts';
import { toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { type QuoteDetail, useExtendQuote } from '../api.ts';
import { nameOf } from '../status.tsx';
import { texts } from '../texts.ts';

const USUAL_DAYS = 14;

/** Asks for the new last day of a quote. */
export function ExtendDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const { extend, failed } = texts;
  const today = dateIn(systemClock());
  const last = quote.validUntil && quote.validUntil > today ? quote.validUntil : today;
  const send = useExtendQuote(quote.id);
  const form = useForm<{ validUntil: string }>(
    ({ validUntil }) => (isCalendarDate(validUntil) ? {} : { validUntil: extend.day }),
    { validUntil: addDays(last, USUAL_DAYS) },
  );
  return (
    <FormDialog
      form={form}
      width="sm"
      title={extend.title(nameOf(quote))}
      description={extend.text}
      submit={extend.submit}
      onClose={onClose}
      onSubmit={({ validUntil }) => send.mutateAsync(validUntil)}
      onSuccess={onClose}
      onError={(error) => form.showErrors(error) || toastFailure(error, failed.extend)}
      focusFirst
    >
      <TextField form={form} name="validUntil" label={extend.day} type="date" min={today} required />
    </FormDialog>
  );
}
