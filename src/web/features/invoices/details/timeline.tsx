import { Banknote, Check, FilePlus, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { Money } from '../../../ui/money.tsx';
import type { InvoiceDetail } from '../api.ts';
import { detailsTexts as texts } from './texts.ts';

type Happening = { at: Date; what: string; icon: ReactNode; isGood?: boolean; beside?: ReactNode };

/** What happened to the invoice so far, the latest first. */
export function Timeline({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <section
      aria-labelledby="invoice-history"
      className="mt-4 rounded-card border border-line bg-surface p-4 sm:p-5 md:px-7"
    >
      <h3 id="invoice-history" className="mb-3 text-lg">
        {texts.history}
      </h3>
      <ol className="grid">
        {happeningsOf(invoice).map(({ at, what, icon, isGood = false, beside }) => (
          <li
            key={`${what} ${at.getTime()}`}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pl-12 before:absolute before:top-0 before:bottom-0 before:left-4 before:w-px before:bg-line first:before:top-1/2 last:before:bottom-1/2"
          >
            <span
              aria-hidden
              className={cn(
                'absolute left-0 grid size-8 place-items-center rounded-full border border-line bg-surface [&_svg]:size-4',
                isGood ? 'border-transparent bg-ok-bg text-ok' : 'text-muted',
              )}
            >
              {icon}
            </span>
            <span className="min-w-0 flex-1 basis-40">
              <span className="block text-15">{what}</span>
              <time dateTime={at.toISOString()} className="block text-muted text-sm">
                {formatInstant(at)}
              </time>
            </span>
            {beside}
          </li>
        ))}
      </ol>
    </section>
  );
}

function happeningsOf({ createdAt, sentAt, paidAt, payments, currency }: InvoiceDetail): Happening[] {
  const happenings: Happening[] = [
    { at: createdAt, what: texts.wasCreated, icon: <FilePlus /> },
    ...payments.map(({ createdAt: at, method, status, amount }) => ({
      at,
      what: texts.methods.get(method) ?? method,
      icon: <Banknote />,
      isGood: status === 'completed',
      beside: (
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <StatusBadge status={status} />
          <Money amount={amount} currency={currency} className="font-semibold" />
        </span>
      ),
    })),
  ];
  if (sentAt) happenings.push({ at: sentAt, what: texts.wasSent, icon: <Send /> });
  if (paidAt) happenings.push({ at: paidAt, what: texts.paidInFull, icon: <Check />, isGood: true });
  return happenings.toSorted((a, b) => b.at.getTime() - a.at.getTime() || rank(b) - rank(a));
}

/** What ends an invoice comes after what led to it, also within one instant. */
const rank = ({ what }: Happening): number => (what === texts.paidInFull ? 1 : 0);
