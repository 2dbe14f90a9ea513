import { Banknote, Landmark, Play, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateIn } from '#core/dates.ts';
import { formatInstant, formatLongDate } from '#web/lib/format.ts';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import type { PaymentDetails } from '../api.ts';
import { Section } from './section.tsx';
import { detailsTexts as texts } from './texts.ts';
import { type TimelineEvent, timelineOf } from './timeline-events.ts';

const icons: Record<TimelineEvent['kind'], ReactNode> = {
  start: <Play />,
  in: <Banknote />,
  settle: <Landmark />,
  back: <Undo2 />,
};

/** The payment's history, latest first; expected events stand above. */
export function Timeline({ details }: { details: PaymentDetails }) {
  const { currency } = details.payment;
  return (
    <Section title={texts.history}>
      <ol>
        {timelineOf(details, dateIn(new Date())).map((event) => (
          <li
            key={event.key}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2 pl-11 before:absolute before:top-0 before:bottom-0 before:left-3.75 before:w-px before:bg-line first:before:top-1/2 last:before:bottom-1/2"
          >
            <span
              aria-hidden
              className={cn(
                'absolute left-0 grid size-7.5 place-items-center rounded-full border border-line bg-surface text-muted [&_svg]:size-3.75',
                event.isGood && 'border-transparent bg-ok-bg text-ok',
                event.isExpected && 'border-dashed',
              )}
            >
              {icons[event.kind]}
            </span>
            <span className="min-w-0 flex-1 basis-40">
              <span className="block text-15">{event.title}</span>
              <time
                dateTime={event.at instanceof Date ? event.at.toISOString() : event.at}
                className="block text-muted text-sm"
              >
                {event.at instanceof Date ? formatInstant(event.at) : formatLongDate(event.at)}
                {event.isExpected && `, ${texts.expected}`}
              </time>
            </span>
            {event.amount !== null && <Money amount={event.amount} currency={currency} className="text-15" />}
          </li>
        ))}
      </ol>
    </Section>
  );
}
