import { useQuery } from '@tanstack/react-query';
import { type Currency, formatMoney, least, type Minor } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from '../api.ts';
import { creditQuery, useCustomerCredit } from './api.ts';
import { texts } from './texts.ts';

type CreditedInvoice = {
  id: string;
  customerId: string;
  customerName: string;
  currency: Currency;
  balance: Minor;
};

/** Offers the credit of an open invoice's customer for it; nothing where there is none. */
export function CreditNotice({ invoice }: { invoice: CreditedInvoice }) {
  const { currency, customerId, customerName, balance } = invoice;
  const { data } = useQuery(creditQuery(currency, customerId));
  const use = useCustomerCredit(invoice);
  if (!data || data.credit === 0) return null;
  const money = formatMoney(least(data.credit, balance), currency);
  return (
    <div className="mb-4">
      <Notice>
        <span className="grid justify-items-start gap-2.5">
          <span>{texts.has(customerName, formatMoney(data.credit, currency))}</span>
          <Button
            size="sm"
            variant="outline"
            pending={use.isPending}
            onClick={() =>
              use.mutate(undefined, {
                onSuccess: ({ data: answer }) =>
                  toast.success(texts.used(formatMoney(answer.used, currency))),
                onError: (error) => toastFailure(error, texts.failed),
              })
            }
          >
            {texts.use(money)}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
