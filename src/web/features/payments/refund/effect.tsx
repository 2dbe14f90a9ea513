import { useId } from 'react';
import { formatMoney, type Minor } from '#core/money.ts';
import type { PaymentDetails } from '../api.ts';
import { effectOfRefund } from './rules.ts';
import { refundTexts as texts } from './texts.ts';

type EffectProps = { details: PaymentDetails; amount: Minor };

/** The effect of the refund in plain words, before it is submitted. */
export function RefundEffectSummary({ details, amount }: EffectProps) {
  const id = useId();
  if (amount <= 0 || amount > details.refundable) return null;
  return (
    <section aria-labelledby={id} className="rounded-card bg-sunken p-4">
      <h3 id={id} className="mb-1.5 text-15">
        {texts.what}
      </h3>
      <ul aria-live="polite" className="grid list-disc gap-1 pl-5 text-15">
        {effectLines(details, amount).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function effectLines(details: PaymentDetails, amount: Minor): string[] {
  const { payment } = details;
  const money = (sum: Minor) => formatMoney(sum, payment.currency);
  return [
    texts.toCustomer(money(amount)),
    ...invoiceLines(details, amount, money),
    texts.leaves(money(amount)),
    ...(payment.fee > 0 ? [texts.feeKept(payment.provider, money(payment.fee))] : []),
    ...(payment.testMode ? [texts.test] : []),
  ];
}

function invoiceLines(details: PaymentDetails, amount: Minor, money: (sum: Minor) => string): string[] {
  const { fromCredit, fromInvoices, reopened } = effectOfRefund(details, amount);
  if (fromInvoices === 0) return [fromCredit > 0 ? texts.allCredit : texts.noInvoice];
  const credit = fromCredit > 0 ? [texts.fromCredit(money(fromCredit))] : [];
  const [only] = reopened;
  if (only === undefined) return [...credit, texts.noInvoice];
  const invoices =
    reopened.length === 1
      ? texts.reopened(only, money(fromInvoices))
      : texts.reopenedSome(reopened.join(', '), money(fromInvoices));
  return [...credit, invoices, texts.notOwed];
}
