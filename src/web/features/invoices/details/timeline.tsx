import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '#web/lib/format.ts';
import { cn } from '#web/ui/cn.ts';
import type { InvoiceDetail } from '../api.ts';
import { remindersOfInvoice } from './reminders/api.ts';
import { detailsTexts as texts } from './texts.ts';
import { timelineEntries, type TimelineEntry } from './timeline-entries.tsx';

/** The invoice's history, latest first; its own dates stand in until messages and promises are loaded. */
export function Timeline({ invoice }: { invoice: InvoiceDetail }) {
  const { data } = useQuery(remindersOfInvoice(invoice.currency, invoice.id));
  return (
    <section
      aria-labelledby="invoice-history"
      className="mt-4 rounded-card border border-line bg-surface p-4 sm:p-5 md:px-7"
    >
      <h3 id="invoice-history" className="mb-3 text-lg">
        {texts.history}
      </h3>
      <ol className="grid">
        {timelineEntries(invoice, data?.events ?? []).map((entry) => (
          <Item key={entry.id} {...entry} />
        ))}
      </ol>
    </section>
  );
}

function Item({ at, title, detail, link, icon, tone = 'quiet', aside }: TimelineEntry) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pl-12 before:absolute before:top-0 before:bottom-0 before:left-4 before:w-px before:bg-line first:before:top-6 last:before:bottom-auto last:before:h-6">
      <span
        aria-hidden
        className={cn(
          'absolute top-2 left-0 grid size-8 place-items-center rounded-full border border-line bg-surface text-muted [&_svg]:size-4',
          tone === 'good' && 'border-transparent bg-ok-bg text-ok',
          tone === 'bad' && 'border-transparent bg-bad-bg text-bad',
        )}
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 basis-40">
        {link ? (
          <Link
            {...link}
            className="-my-2.5 flex min-h-11 w-fit items-center font-semibold text-15 text-primary underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        ) : (
          <span className="block text-15">{title}</span>
        )}
        {detail && <span className="wrap-anywhere block text-sm">{detail}</span>}
        <time dateTime={at.toISOString()} className="block text-muted text-sm">
          {formatInstant(at)}
        </time>
      </span>
      {aside}
    </li>
  );
}
