import { Link } from '@tanstack/react-router';
import { BellRing, Check } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import type { OwedInvoice } from '../figures/today.ts';
import { QueuedReminderNote } from '../offline/queued-reminder-note.tsx';
import { useRemindInvoice } from './delivery.ts';
import { owedTexts as texts } from './texts.ts';

type OwedListProps = { invoices: readonly OwedInvoice[]; currency: Currency };

/** Invoices that wait for payment, each with its reminder one tap away. */
export function OwedList({ invoices, currency }: OwedListProps) {
  return (
    <ul aria-label={texts.list}>
      {invoices.map((invoice) => (
        <OwedRow key={invoice.id} invoice={invoice} currency={currency} />
      ))}
    </ul>
  );
}

function OwedRow({ invoice, currency }: { invoice: OwedInvoice; currency: Currency }) {
  const { id, customerName, invoiceNumber, balance, daysLate } = invoice;
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-line border-t px-4.5 py-2 first:border-t-0 max-[359px]:grid-cols-[minmax(0,1fr)_auto]">
      <Link
        to="/dashboard/invoices"
        search={{ invoice: id }}
        className="min-w-0 py-1 underline-offset-4 hover:underline max-[359px]:col-span-2"
      >
        <span className="wrap-anywhere line-clamp-2 font-medium leading-snug" title={customerName}>
          {customerName}
        </span>
        <span className={cn('block truncate text-13', daysLate > 0 ? 'text-bad' : 'text-muted')}>
          {texts.since(daysLate)}
          <span className="text-muted max-sm:hidden"> · {invoiceNumber}</span>
        </span>
        <QueuedReminderNote invoiceId={id} />
      </Link>
      <Money amount={balance} currency={currency} className="font-semibold min-[360px]:text-end" />
      <RemindButton invoice={invoice} />
    </li>
  );
}

function RemindButton({ invoice: { id, customerName, remindedToday } }: { invoice: OwedInvoice }) {
  const remind = useRemindInvoice();
  if (remindedToday)
    return (
      <span className="inline-flex items-center gap-1 text-13 text-muted">
        <Check aria-hidden className="size-4 text-ok" />
        {texts.reminded}
      </span>
    );
  return (
    <Button
      variant="outline"
      size="sm"
      pending={remind.isPending}
      aria-label={texts.remindOne(customerName)}
      onClick={() => remind.mutate({ invoiceId: id })}
    >
      <BellRing aria-hidden className="max-sm:hidden" />
      {texts.remind}
    </Button>
  );
}
