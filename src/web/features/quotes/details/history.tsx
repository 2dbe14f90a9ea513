import {
  CalendarPlus,
  CircleCheck,
  CircleHelp,
  CircleX,
  Eye,
  FilePlus,
  Mail,
  Pencil,
  Send,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant } from '#web/lib/format.ts';
import { cn } from '#web/ui/cn.ts';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';

type Event = QuoteDetail['events'][number];

const looks: Record<Event['kind'], { icon: ReactNode; tone?: 'good' | 'bad' }> = {
  sent: { icon: <Send /> },
  revised: { icon: <Pencil /> },
  viewed: { icon: <Eye /> },
  extended: { icon: <CalendarPlus /> },
  question: { icon: <CircleHelp /> },
  code: { icon: <Mail /> },
  accepted: { icon: <CircleCheck />, tone: 'good' },
  declined: { icon: <CircleX />, tone: 'bad' },
  withdrawn: { icon: <Undo2 /> },
  invoiced: { icon: <FilePlus />, tone: 'good' },
};

/** The history of a quote, latest first. */
export function History({ quote: { events } }: { quote: QuoteDetail }) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="quote-history" className="rounded-card border border-line bg-surface p-4">
      <h3 id="quote-history" className="mb-3 text-lg">
        {texts.details.history}
      </h3>
      <ol className="grid gap-3">
        {events.map((event) => (
          <Item key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Item({ event }: { event: Event }) {
  const { icon, tone } = looks[event.kind];
  const { revised, ...plain } = texts.events;
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-full border border-line text-muted [&_svg]:size-4',
          tone === 'good' && 'border-transparent bg-ok-bg text-ok',
          tone === 'bad' && 'border-transparent bg-bad-bg text-bad',
        )}
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-15">
          {event.kind === 'revised' ? revised(event.revision) : plain[event.kind]}
        </span>
        {event.note !== '' && (
          <span className="wrap-anywhere block whitespace-pre-line font-semibold text-sm">{event.note}</span>
        )}
        <time dateTime={event.createdAt.toISOString()} className="block text-muted text-sm">
          {formatInstant(event.createdAt)}
        </time>
      </span>
    </li>
  );
}
