import { Check, ExternalLink, Link2, MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CalendarDate } from '#core/dates.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import type { Service } from '../lib/service.ts';
import { payLinkOf, whatsappUrlOf } from '../lib/share.ts';
import { texts } from '../lib/texts.ts';
import { dueText, type UnpaidInvoice } from '../lib/unpaid.ts';
import { extension } from '../lib/web-extension.ts';

type UnpaidRowProps = { invoice: UnpaidInvoice; today: CalendarDate; address: string; service: Service };

const labels = texts.popup;

/** One unpaid invoice with what can be done about it. */
export function UnpaidRow({ invoice, today, address, service }: UnpaidRowProps) {
  const [message, setMessage] = useState<string | null>(null);
  const copy = async () => {
    const { link } = await payLinkOf(service, invoice);
    await navigator.clipboard.writeText(link);
    setMessage(labels.copied);
  };
  const sendByWhatsApp = async () => {
    const { url } = await whatsappUrlOf(service, invoice);
    if (url) await extension.tabs.create({ url });
    else setMessage(labels.whatsappSent);
  };
  const withFailure = (work: () => Promise<void>, failed: string) => () =>
    void work().catch(() => setMessage(failed));
  return (
    <li className="border-line border-t py-2 first:border-t-0">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 truncate font-semibold text-15">{invoice.customerName}</p>
        <Money amount={invoice.balance} currency={invoice.currency} className="text-15" />
      </div>
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate text-13 text-muted">
          <span className={cn(invoice.dueDate < today && 'font-semibold text-bad')}>
            {dueText(invoice.dueDate, today)}
          </span>
          {' · '}
          {invoice.invoiceNumber}
        </p>
        <div role="group" aria-label={labels.about(invoice.invoiceNumber)} className="-mr-2 flex">
          <ActionButton label={labels.copy} onPress={withFailure(copy, labels.copyFailed)}>
            {message === labels.copied ? <Check aria-hidden className="text-ok" /> : <Link2 aria-hidden />}
          </ActionButton>
          <ActionButton label={labels.whatsapp} onPress={withFailure(sendByWhatsApp, labels.whatsappFailed)}>
            <MessageCircle aria-hidden />
          </ActionButton>
          <a
            href={`${address}/dashboard/invoices?invoice=${invoice.id}`}
            target="_blank"
            rel="noreferrer"
            aria-label={labels.open}
            title={labels.open}
            className={actionClass}
          >
            <ExternalLink aria-hidden />
          </a>
        </div>
      </div>
      <p role="status" className="text-13 text-muted">
        {message}
      </p>
    </li>
  );
}

const actionClass = buttonClass({
  variant: 'ghost',
  size: 'sm',
  className: 'size-9 min-h-9! px-0 text-muted',
});

function ActionButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress} className={actionClass}>
      {children}
    </button>
  );
}
