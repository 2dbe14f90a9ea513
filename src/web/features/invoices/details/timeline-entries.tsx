import {
  Banknote,
  BellRing,
  CalendarClock,
  Check,
  FilePlus,
  Mail,
  MessageCircle,
  RotateCcw,
  Send,
  Share2,
  Trash2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLongDate } from '#web/lib/format.ts';
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { InvoiceDetail } from '../api.ts';
import type { TimelineEvent } from './reminders/api.ts';
import { texts as words } from './reminders/texts.ts';
import { detailsTexts as texts } from './texts.ts';

/** One line of an invoice's history. */
export type Happening = {
  id: string;
  at: Date;
  what: string;
  /** Such as why a message did not arrive. */
  more?: string | null;
  icon: ReactNode;
  tone?: 'quiet' | 'good' | 'bad';
  beside?: ReactNode;
};

/** An invoice's history, latest first. Payments come from the invoice itself, failed ones included. */
export function happeningsOf(invoice: InvoiceDetail, events: readonly TimelineEvent[]): Happening[] {
  const told = events.length > 0 ? events.flatMap((event) => happeningOf(event, invoice)) : ownOf(invoice);
  // Events come oldest first: equal instants keep that order, reversed.
  return [...told, ...paymentsOf(invoice)]
    .toReversed()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || rank(b) - rank(a));
}

/** Sorts the event that ends an invoice after those that led to it, also within one instant. */
const rank = ({ what }: Happening): number => (what === texts.paidInFull ? 1 : 0);

const ownOf = ({ id, createdAt, sentAt, paidAt }: InvoiceDetail): Happening[] => [
  { id: `${id}:created`, at: createdAt, what: texts.wasCreated, icon: <FilePlus /> },
  ...(sentAt ? [{ id: `${id}:sent`, at: sentAt, what: texts.wasSent, icon: <Send /> }] : []),
  ...(paidAt
    ? [{ id: `${id}:paid`, at: paidAt, what: texts.paidInFull, icon: <Check />, tone: 'good' as const }]
    : []),
];

const paymentsOf = ({ payments, currency }: InvoiceDetail): Happening[] =>
  payments.map(({ id, createdAt: at, method, status, amount }) => ({
    id,
    at,
    what: texts.methods.get(method) ?? method,
    icon: <Banknote />,
    tone: status === 'completed' ? 'good' : 'quiet',
    beside: (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <StatusBadge status={status} />
        <Money amount={amount} currency={currency} className="font-semibold" />
      </span>
    ),
  }));

const plain: Partial<Record<TimelineEvent['kind'], Pick<Happening, 'title' | 'icon' | 'tone'>>> = {
  created: { what: words.events.created, icon: <FilePlus /> },
  sent: { what: words.events.sent, icon: <Send /> },
  reminded: { what: words.events.reminded, icon: <MessageCircle /> },
  prepared: { what: words.events.prepared, icon: <BellRing /> },
  promise_kept: { what: words.events.promise_kept, icon: <Check />, tone: 'good' },
  promise_broken: { what: words.events.promise_broken, icon: <X />, tone: 'bad' },
  promise_moved: { what: words.events.promise_moved, icon: <CalendarClock /> },
  promise_withdrawn: { what: words.events.promise_withdrawn, icon: <CalendarClock /> },
  refund: { what: words.events.refund, icon: <RotateCcw /> },
  paid: { what: texts.paidInFull, icon: <Check />, tone: 'good' },
  deleted: { what: words.events.deleted, icon: <Trash2 /> },
};

function happeningOf(event: TimelineEvent, { currency }: InvoiceDetail): Happening[] {
  const { id, at, kind, amount, day, note } = event;
  if (kind === 'message') return [messageOf(event)];
  if (kind === 'skipped') return [skippedOf(event)];
  if (kind === 'promised')
    return [
      {
        id,
        at,
        what: day ? words.promisedToPay(formatLongDate(day)) : words.promise,
        more: note,
        icon: <CalendarClock />,
        beside: amount !== null && <Money amount={amount} currency={currency} className="font-semibold" />,
      },
    ];
  if (kind === 'shared') return [{ id, at, what: words.shared(note), icon: <Share2 /> }];
  const known = plain[kind];
  if (!known) return [];
  const beside = kind === 'refund' && amount !== null && <Money amount={amount} currency={currency} />;
  return [{ id, at, ...known, beside }];
}

const stateTones: Partial<Record<NonNullable<TimelineEvent['state']>, Tone>> = {
  sent: 'info',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  bounced: 'bad',
  unknown: 'warn',
};

function messageOf({ id, at, letter, channel, state, reason }: TimelineEvent): Happening {
  const named = Object.entries(words.letters).find(([name]) => name === letter)?.[1] ?? words.other;
  const failed = state === 'failed' || state === 'bounced';
  return {
    id,
    at,
    what: words.by(named, channel ?? 'email'),
    more: failed || state === 'unknown' ? reason : null,
    icon: channel === 'whatsapp' ? <MessageCircle /> : <Mail />,
    tone: failed ? 'bad' : 'quiet',
    beside: state && (
      <Badge dot tone={stateTones[state] ?? 'neutral'}>
        {words.states[state]}
      </Badge>
    ),
  };
}

function skippedOf({ id, at, reason }: TimelineEvent): Happening {
  const told = Object.entries(words.skips).find(([why]) => why === reason)?.[1];
  return { id, at, what: told ?? words.skips.not_sent, icon: <BellRing /> };
}
