import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { formatAgo, formatInstant } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Panel } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import { type ActivityKind, activityKinds } from './activity-kind.ts';
import { type Activity, recentActivities } from './api.ts';
import type { PanelContext } from './panel-context.ts';
import { PanelFailure } from './panel-failure.tsx';
import { type PanelState, useNow, usePanelState } from './panel-state.ts';
import { texts } from './texts.ts';

const SKELETON_ROWS = 8;
const { columns } = texts.activity;

/** Recent activity, newest first. */
export function RecentActivity({ currency, businessId, firstLoad }: PanelContext) {
  const state = usePanelState(recentActivities(currency, businessId), firstLoad);
  return (
    <Panel title={texts.activity.title} description={state.kind === 'full' ? state.asOf : undefined}>
      <ActivityBody state={state} currency={currency} />
    </Panel>
  );
}

function ActivityBody({ state, currency }: { state: PanelState<Activity[]>; currency: Currency }) {
  const now = useNow();
  if (state.kind === 'failed') return <PanelFailure title={texts.activity.failed} state={state} />;
  if (state.kind === 'full' && state.data.length === 0)
    return <EmptyState title={texts.activity.empty} text={texts.activity.emptyHint} icon={<History />} />;
  return (
    <Table label={texts.activity.title}>
      <TableHead>
        <HeadCell>{columns.activity}</HeadCell>
        <HeadCell end>{columns.amount}</HeadCell>
        <HeadCell end>{columns.when}</HeadCell>
      </TableHead>
      <TableBody>
        {state.kind === 'loading'
          ? Array.from({ length: SKELETON_ROWS }, (_, at) => <LoadingRow key={at} />)
          : state.data.map((activity) => (
              <ActivityRow key={activity.id} activity={activity} now={now} currency={currency} />
            ))}
      </TableBody>
    </Table>
  );
}

const tones: Record<ActivityKind['tone'], string> = {
  good: 'bg-ok-bg text-ok',
  bad: 'bg-bad-bg text-bad',
  own: 'bg-primary-soft text-primary',
  quiet: 'bg-sunken text-muted',
};

// On phones amount and time stand below each other at the card's end.
const side = 'max-md:col-start-2 max-md:text-end';
const lead = 'max-md:row-span-2 max-md:self-center';

type ActivityRowProps = { activity: Activity; now: Date; currency: Currency };

function ActivityRow({ activity, now, currency }: ActivityRowProps) {
  const { activityType, status, createdAt, metadata } = activity;
  const kind = activityKinds[activityType];
  const Icon = kind.icon;
  return (
    <Row className="max-md:gap-y-0.5">
      <Cell lead className={lead}>
        <div className="flex items-center gap-3 py-2 max-md:py-0">
          <span
            aria-hidden
            className={cn('grid size-9 shrink-0 place-items-center rounded-[11px]', tones[kind.tone])}
          >
            <Icon className="size-4.5" />
          </span>
          <div className="min-w-0 leading-snug">
            <p className="wrap-anywhere line-clamp-5 font-medium">
              <ActivityText activity={activity} />
            </p>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13 text-muted">
              {kind.label}
              {status === 'failed' && <Badge tone="bad">{texts.activity.badge}</Badge>}
            </p>
          </div>
        </div>
      </Cell>
      <Cell bare end className={cn(side, metadata.amount === undefined && 'max-md:hidden')}>
        {metadata.amount !== undefined && (
          <Money amount={metadata.amount} currency={metadata.currency ?? currency} className="text-base" />
        )}
      </Cell>
      <Cell bare end className={cn(side, 'whitespace-nowrap text-13 text-muted')}>
        <time dateTime={createdAt.toISOString()} title={formatInstant(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </Cell>
    </Row>
  );
}

/** The activity's description, linked to its invoice where it still exists. */
function ActivityText({ activity: { activityType, description, metadata } }: { activity: Activity }) {
  const { invoiceNumber, customerName } = metadata;
  // The amount and the word "overdue" stand beside it.
  const isOverdue = activityType === 'invoice_overdue' && invoiceNumber && customerName;
  const text = isOverdue ? texts.activity.overdue(customerName, invoiceNumber) : description;
  const content = <NoBreak text={text} part={invoiceNumber} />;
  if (metadata.quoteId)
    return (
      <Link
        to="/dashboard/quotes"
        search={{ quote: metadata.quoteId }}
        className="underline-offset-4 hover:underline"
      >
        {content}
      </Link>
    );
  if (!metadata.invoiceId || activityType === 'invoice_deleted') return content;
  return (
    <Link
      to="/dashboard/invoices"
      search={{ invoice: metadata.invoiceId }}
      className="underline-offset-4 hover:underline"
    >
      {content}
    </Link>
  );
}

/** Text in which one part, an invoice's number, stays on one line. */
function NoBreak({ text, part }: { text: string; part: string | undefined }) {
  const at = part ? text.indexOf(part) : -1;
  if (!part || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="whitespace-nowrap">{part}</span>
      {text.slice(at + part.length)}
    </>
  );
}

function LoadingRow() {
  return (
    <Row aria-hidden className="max-md:gap-y-0.5">
      <Cell lead className={lead}>
        <div className="flex items-center gap-3">
          <Skeleton className="size-9 shrink-0 rounded-[11px]" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4.5 w-full max-w-52" />
            <Skeleton className="h-3.5 w-24" />
          </div>
        </div>
      </Cell>
      <Cell bare className={side}>
        <Skeleton className="ml-auto h-5 w-24" />
      </Cell>
      <Cell bare className={side}>
        <Skeleton className="ml-auto h-4 w-12" />
      </Cell>
    </Row>
  );
}
