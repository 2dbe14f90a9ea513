import { formatMoney } from '#core/money.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import type { PaymentDetails } from '../api.ts';
import { refundTexts as texts } from './texts.ts';
import type { useRefundForm } from './use-refund-form.ts';

type RefundFieldsProps = { details: PaymentDetails; form: ReturnType<typeof useRefundForm> };

/** How much and why. */
export function RefundFields({ details, form }: RefundFieldsProps) {
  const { payment, refundable } = details;
  const { values, errors, change, left, amountProblem } = form;
  const most = formatMoney(refundable, payment.currency);
  return (
    <>
      <Field label={texts.howMuch} group>
        <RadioCards
          value={values.kind}
          onChange={(kind) => change({ kind: kind === 'part' ? 'part' : 'whole' })}
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
          <MoneyInput
            currency={payment.currency}
            value={values.amount}
            onChange={(amount) => change({ amount })}
            onBlur={() => values.amount !== null && left('amount')}
          />
        </Field>
      )}
      <Field label={texts.reason} hint={texts.reasonHint} error={errors.reason} required>
        <Input
          maxLength={200}
          value={values.reason}
          onChange={(event) => change({ reason: event.target.value })}
          onBlur={() => left('reason')}
        />
      </Field>
    </>
  );
}
