import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Done, type Prepared, todaysMessages } from './api.ts';
import { DoneRow } from './done-row.tsx';
import { MessageCard } from './message-card.tsx';
import { texts } from './texts.ts';

/** Messages handled on this screen stay in place until the page is left, so that they can be undone. */
type DoneHere = ReadonlyMap<string, { message: Prepared; done: Done }>;

export function TodaysMessagesPage() {
  usePage(texts.title);
  const query = useQuery(todaysMessages(useCurrency()));
  const [done, setDone] = useState<DoneHere>(new Map());
  const waiting = query.data?.data;
  const total = query.data?.page.total ?? 0;
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Link to="/dashboard/settings/reminders" className={buttonClass({ look: 'outline' })}>
          <Settings2 aria-hidden />
          {texts.settings}
        </Link>
      </PageHeader>
      <p role="status" className="mb-3 text-muted text-sm empty:hidden">
        {total > 0 && texts.count(total)}
      </p>
      {waiting ? (
        <Messages waiting={waiting} done={done} onDone={setDone} />
      ) : query.failureCount > 0 ? (
        <ErrorState
          title={texts.failed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="rounded-card border border-line bg-surface"
        />
      ) : (
        <div role="status" aria-label={texts.loading} className="grid gap-3.5">
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
        </div>
      )}
    </>
  );
}

type MessagesProps = { waiting: readonly Prepared[]; done: DoneHere; onDone: (done: DoneHere) => void };

function Messages({ waiting, done, onDone }: MessagesProps) {
  const shown = inPlace(waiting, done);
  if (shown.length === 0)
    return (
      <EmptyState
        title={texts.empty.title}
        text={texts.empty.text}
        icon={<BellRing />}
        className="rounded-card border border-line bg-surface"
      >
        <Link to="/dashboard/invoices" className={buttonClass({ look: 'outline' })}>
          {texts.empty.action}
        </Link>
      </EmptyState>
    );
  const note = (message: Prepared, how: Done | null) => {
    const next = new Map(done);
    if (how) next.set(message.id, { message, done: how });
    else next.delete(message.id);
    onDone(next);
  };
  return (
    <ul className="grid gap-3.5">
      {shown.map((message) => {
        const how = done.get(message.id)?.done;
        return (
          <li key={message.id}>
            {how ? (
              <DoneRow message={message} done={how} onUndone={() => note(message, null)} />
            ) : (
              <MessageCard message={message} onDone={(chosen) => note(message, chosen)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const inPlace = (waiting: readonly Prepared[], done: DoneHere): Prepared[] => {
  const gone = [...done.values()].flatMap(({ message }) =>
    waiting.some(({ id }) => id === message.id) ? [] : [message],
  );
  return [...waiting, ...gone].toSorted(
    (a, b) => b.daysLate - a.daysLate || a.invoiceId.localeCompare(b.invoiceId),
  );
};
