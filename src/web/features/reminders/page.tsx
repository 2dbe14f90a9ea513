import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, Check, Settings2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type MessageOutcome, type PreparedMessage, todaysMessages, useUndoPrepared } from './api.ts';
import { MessageCard } from './message-card.tsx';
import { texts } from './texts.ts';

/** Messages handled on this screen stay in place until the page is left, so that they can be undone. */
type SessionOutcomes = ReadonlyMap<string, { message: PreparedMessage; done: MessageOutcome }>;

export function TodaysMessagesPage() {
  usePage(texts.title);
  const query = useQuery(todaysMessages(useCurrency()));
  const [done, setDone] = useState<SessionOutcomes>(new Map());
  const waiting = query.data?.data;
  const total = query.data?.page.total ?? 0;
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Link to="/dashboard/settings/reminders" className={buttonClass({ variant: 'outline' })}>
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

type MessagesProps = {
  waiting: readonly PreparedMessage[];
  done: SessionOutcomes;
  onDone: (done: SessionOutcomes) => void;
};

function Messages({ waiting, done, onDone }: MessagesProps) {
  const shown = withHandled(waiting, done);
  if (shown.length === 0)
    return (
      <EmptyState
        title={texts.empty.title}
        text={texts.empty.text}
        icon={<BellRing />}
        className="rounded-card border border-line bg-surface"
      >
        <Link to="/dashboard/invoices" className={buttonClass({ variant: 'outline' })}>
          {texts.empty.action}
        </Link>
      </EmptyState>
    );
  const setOutcome = (message: PreparedMessage, outcome: MessageOutcome | null) => {
    const next = new Map(done);
    if (outcome) next.set(message.id, { message, done: outcome });
    else next.delete(message.id);
    onDone(next);
  };
  return (
    <ul className="grid gap-3.5">
      {shown.map((message) => {
        const outcome = done.get(message.id)?.done;
        return (
          <li key={message.id}>
            {outcome ? (
              <DoneRow message={message} outcome={outcome} onUndone={() => setOutcome(message, null)} />
            ) : (
              <MessageCard message={message} onDone={(chosen) => setOutcome(message, chosen)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const withHandled = (waiting: readonly PreparedMessage[], done: SessionOutcomes): PreparedMessage[] => {
  const handled = [...done.values()].flatMap(({ message }) =>
    waiting.some(({ id }) => id === message.id) ? [] : [message],
  );
  return [...waiting, ...handled].toSorted(
    (a, b) => b.daysLate - a.daysLate || a.invoiceId.localeCompare(b.invoiceId),
  );
};

type DoneRowProps = { message: PreparedMessage; outcome: MessageOutcome; onUndone: () => void };

/** The outcome of a message handled on this screen, in its place. */
function DoneRow({ message, outcome, onUndone }: DoneRowProps) {
  const undo = useUndoPrepared();
  const { id, customerName: name } = message;
  const row = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => row.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-sunken py-2.5 pr-2.5 pl-4 outline-none"
    >
      <Check aria-hidden className="size-5 shrink-0 text-ok" />
      <p role="status" className="wrap-anywhere min-w-0 flex-1 basis-40 text-15">
        {texts.done[outcome](name)}
      </p>
      {outcome !== 'email' && (
        <Button
          variant="ghost"
          pending={undo.isPending}
          onClick={() => undo.mutate(id, { onSuccess: onUndone })}
          aria-label={outcome === 'skipped' ? texts.undoSkipOf(name) : texts.notSentOf(name)}
        >
          <Undo2 aria-hidden />
          {outcome === 'skipped' ? texts.undoSkip : texts.notSent}
        </Button>
      )}
    </div>
  );
}
