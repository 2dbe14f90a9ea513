import {
  Banknote,
  BellRing,
  CalendarClock,
  Check,
  Eraser,
  FilePlus,
  Mail,
  MessageCircle,
  Pencil,
  RotateCcw,
  Send,
  Share2,
  Trash2,
  X,
} from 'lucide-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatLongDate, formatMoney } from '#web/lib/format.ts';
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { InvoiceDetail } from '../api.ts';
import { NoteEntry } from '../credit-note/note-entry.tsx';
import { isUnpaid } from '../status.ts';
import { EarlierPdf } from './earlier-pdf.tsx';
import type { TimelineEvent } from './reminders/api.ts';
import { SendYourself } from './send-yourself.tsx';
import { texts as labels } from './reminders/texts.ts';
import { adjustmentTexts, detailsTexts as texts } from './texts.ts';

/** One line of an invoice's history. */
export type TimelineEntry = {
  id: string;
  at: Date;
  title: string;
  /** Such as why a message did not arrive. */
  detail?: ReactNode;
  /** The page of the record it tells of. */
  link?: Pick<LinkProps, 'to' | 'search'>;
  icon: ReactNode;
  tone?: 'quiet' | 'good' | 'bad';
  aside?: ReactNode;
};

/** An invoice's history, latest first. Payments come from the invoice itself, failed ones included. */
export function timelineEntries(invoice: InvoiceDetail, events: readonly TimelineEvent[]): TimelineEntry[] {
  const entries =
    events.length > 0 ? events.flatMap((event) => entryOf(event, invoice)) : statusEntries(invoice);
  // Events come oldest first: equal instants keep that order, reversed.
  const others = [...revisionEntries(invoice), ...adjustmentEntries(invoice), ...paymentEntries(invoice)];
  return [...entries, ...others]
    .toReversed()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || rank(b) - rank(a));
}

/** Sorts the event that ends an invoice after those that led to it, also within one instant. */
const rank = ({ title }: TimelineEntry): number =>
  title === texts.paidInFull || title === texts.settled ? 1 : 0;

const statusEntries = (invoice: InvoiceDetail): TimelineEntry[] => {
  const { id, createdAt, sentAt, paidAt } = invoice;
  return [
    { id: `${id}:created`, at: createdAt, icon: <FilePlus />, ...creation(invoice, texts.wasCreated) },
    ...(sentAt ? [{ id: `${id}:sent`, at: sentAt, title: texts.wasSent, icon: <Send /> }] : []),
    ...(paidAt ? [settledEntry(`${id}:paid`, paidAt, invoice)] : []),
  ];
};

// One that a repeating invoice made leads there.
const creation = ({ planId }: InvoiceDetail, title: string): Pick<TimelineEntry, 'title' | 'link'> =>
  planId
    ? { title: texts.madeByPlan, link: { to: '/dashboard/invoices/repeating', search: { plan: planId } } }
    : { title };

const settledEntry = (id: string, at: Date, { amountPaid, totalAmount }: InvoiceDetail): TimelineEntry => ({
  id,
  at,
  title: amountPaid === totalAmount ? texts.paidInFull : texts.settled,
  icon: <Check />,
  tone: 'good',
});

const adjustmentEntries = (invoice: InvoiceDetail): TimelineEntry[] =>
  invoice.adjustments.map(({ id, createdAt: at, kind, amount, note }) => ({
    id,
    at,
    title: adjustmentTexts[kind][amount > 0 ? 0 : 1],
    detail: kind === 'credit_note' && amount > 0 ? <NoteEntry invoice={invoice} number={note} /> : note,
    icon: amount > 0 ? <Eraser /> : <RotateCcw />,
    aside: <Money amount={amount} currency={invoice.currency} className="font-semibold" />,
  }));

const paymentEntries = ({
  id: invoiceId,
  payments,
  unanswered,
  currency,
}: InvoiceDetail): TimelineEntry[] => [
  ...payments.map(({ id, createdAt: at, method, status, amount, told }) => ({
    id,
    link: { to: '/dashboard/payments' as const, search: { payment: id } },
    at,
    title: texts.methods.get(method) ?? method,
    detail: told,
    icon: <Banknote />,
    tone: status === 'completed' ? ('good' as const) : ('quiet' as const),
    aside: (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <StatusBadge status={status} />
        <Money amount={amount} currency={currency} className="font-semibold" />
      </span>
    ),
  })),
  ...(unanswered
    ? [
        {
          id: `${invoiceId}:unanswered`,
          at: unanswered.at,
          title: texts.tried,
          detail: unanswered.told,
          icon: <Banknote />,
        },
      ]
    : []),
];

// The revision before stays to be read, as it went.
const revisionEntries = ({ id, invoiceNumber, currency, revisions }: InvoiceDetail): TimelineEntry[] =>
  revisions.flatMap(({ revision, changedAt, changed, totalAmount, dueDate, before }) => {
    const values: Partial<Record<(typeof changed)[number], string>> = {
      amount: texts.revisedFrom(
        formatMoney(before.totalAmount, currency),
        formatMoney(totalAmount, currency),
      ),
      dueDate: texts.revisedFrom(formatDate(before.dueDate), formatDate(dueDate)),
    };
    const detail = changed
      .map((part) => [texts.parts[part], ...(values[part] ? [values[part]] : [])].join(': '))
      .join('. ');
    return [
      { id: `${id}:sent:${revision - 1}`, at: before.sentAt, title: texts.wasSent, icon: <Send /> },
      {
        id: `${id}:revision:${revision}`,
        at: changedAt,
        title: texts.revision(revision),
        detail,
        icon: <Pencil />,
        aside: <EarlierPdf invoice={{ id, invoiceNumber }} revision={revision - 1} />,
      },
    ];
  });

const simpleEntries: Partial<Record<TimelineEvent['kind'], Pick<TimelineEntry, 'title' | 'icon' | 'tone'>>> =
  {
    sent: { title: labels.events.sent, icon: <Send /> },
    reminded: { title: labels.events.reminded, icon: <MessageCircle /> },
    prepared: { title: labels.events.prepared, icon: <BellRing /> },
    promise_kept: { title: labels.events.promise_kept, icon: <Check />, tone: 'good' },
    promise_broken: { title: labels.events.promise_broken, icon: <X />, tone: 'bad' },
    promise_moved: { title: labels.events.promise_moved, icon: <CalendarClock /> },
    promise_withdrawn: { title: labels.events.promise_withdrawn, icon: <CalendarClock /> },
    refund: { title: labels.events.refund, icon: <RotateCcw /> },
    deleted: { title: labels.events.deleted, icon: <Trash2 /> },
  };

function entryOf(event: TimelineEvent, invoice: InvoiceDetail): TimelineEntry[] {
  const { id, at, kind, amount, day, note } = event;
  const { currency } = invoice;
  if (kind === 'message') return [messageEntry(event, invoice)];
  if (kind === 'skipped') return [skippedEntry(event)];
  if (kind === 'promised')
    return [
      {
        id,
        at,
        title: day ? labels.promisedToPay(formatLongDate(day)) : labels.promise,
        detail: note,
        icon: <CalendarClock />,
        aside: amount !== null && <Money amount={amount} currency={currency} className="font-semibold" />,
      },
    ];
  if (kind === 'paid') return [settledEntry(id, at, invoice)];
  if (kind === 'shared') return [{ id, at, title: labels.shared(note), icon: <Share2 /> }];
  const known =
    kind === 'created'
      ? { icon: <FilePlus />, ...creation(invoice, labels.events.created) }
      : simpleEntries[kind];
  if (!known) return [];
  const aside = kind === 'refund' && amount !== null && <Money amount={amount} currency={currency} />;
  return [{ id, at, ...known, aside }];
}

const stateTones: Partial<Record<NonNullable<TimelineEvent['state']>, Tone>> = {
  sent: 'info',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  bounced: 'bad',
  unknown: 'warn',
};

function messageEntry(
  { id, at, letter, channel, state, reason }: TimelineEvent,
  invoice: InvoiceDetail,
): TimelineEntry {
  const named = Object.entries(labels.letters).find(([name]) => name === letter)?.[1] ?? labels.other;
  const failed = state === 'failed' || state === 'bounced';
  return {
    id,
    at,
    title: labels.by(named, channel ?? 'email'),
    detail: failed || state === 'unknown' ? reason : null,
    icon: channel === 'whatsapp' ? <MessageCircle /> : <Mail />,
    tone: failed ? 'bad' : 'quiet',
    aside: state && (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <Badge dot tone={stateTones[state] ?? 'neutral'}>
          {labels.states[state]}
        </Badge>
        {state === 'failed' && channel === 'whatsapp' && isUnpaid(invoice) && invoice.checkoutUrl && (
          <SendYourself invoice={invoice} url={invoice.checkoutUrl} />
        )}
      </span>
    ),
  };
}

function skippedEntry({ id, at, reason }: TimelineEvent): TimelineEntry {
  const label = Object.entries(labels.skips).find(([why]) => why === reason)?.[1];
  return { id, at, title: label ?? labels.skips.not_sent, icon: <BellRing /> };
}
