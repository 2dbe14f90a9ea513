import { formatMoney } from '#core/money.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import type { PaymentDetails } from '../api.ts';
import { refundTexts as texts } from './texts.ts';
import type { useRefundForm } from './use-refund-form.ts';

type RefundFieldsProps = { details: PaymentDetails; refund: ReturnType<typeof useRefundForm> };

/** How much and why. */
export function RefundFields({ details, refund: { form, amountProblem } }: RefundFieldsProps) {
  const { payment, refundable } = details;
  const { values } = form;
  const most = formatMoney(refundable, payment.currency);
  return (
    <>
      <Field label={texts.howMuch} group>
        <RadioCards
          value={values.kind}
          onChange={(kind) => form.change({ kind: kind === 'part' ? 'part' : 'whole' })}
          options={[
            {
              value: 'whole',
              title: refundable === payment.amount ? texts.whole : texts.rest,
              text: most,
            },
            { value: 'part', title: texts.part, text: texts.partText },
          ]}
        />
      </Field>
      {values.kind === 'whole' && amountProblem && <FieldError>{amountProblem}</FieldError>}
      {values.kind === 'part' && (
        <Field
          label={texts.amount(texts.currencyNames[payment.currency])}
          aside={<span className="num">{texts.atMost(most)}</span>}
          error={amountProblem}
          required
        >
          <MoneyInput currency={payment.currency} {...form.bind('amount')} />
        </Field>
      )}
      <TextField
        form={form}
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        maxLength={200}
        onBlur={() => form.checkField('reason')}
        required
      />
    </>
  );
}
