import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Pencil, RotateCcw, Square } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { emptyDraft, type Outcome } from '#contract/assistant.ts';
import { type Reading, readingStages } from '#contract/readings.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/logo.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { readingQuery } from '../api.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';
import type { Message, PaperReading } from './messages.ts';
import { isOpen } from './paper-actions.ts';

// Loaded on demand: the card brings the whole contract of invoices.
const InvoiceCard = lazy(() =>
  import('../card/invoice-card.tsx').then((card) => ({ default: card.InvoiceCard })),
);

const labels = texts.paper;

type PaperProps = { message: Message; conversation: Conversation };

/** Status of a question's picture: how far it is, what can be done, or the invoice typed beside it. */
export function Paper({ message, conversation }: PaperProps) {
  const { reading, typed } = message;
  return (
    <>
      {reading && reading.state !== 'ready' && !(typed && isOpen(reading)) && (
        <PaperStatus reading={reading} message={message} conversation={conversation} />
      )}
      {typed && <TypedInvoice message={message} conversation={conversation} />}
    </>
  );
}

const FALLBACK_POLL_MS = 15_000;

function PaperStatus({ reading, message, conversation }: PaperProps & { reading: PaperReading }) {
  const { key, typed } = message;
  const open = isOpen(reading);
  const { data, stop, again, pending } = useReading(key, reading, conversation);
  return (
    <article aria-label={texts.assistant} aria-busy={open} className="flex items-start gap-3 max-md:gap-2">
      <Mark className="mt-1 max-md:hidden" />
      <div className="grid w-96 min-w-0 max-w-full gap-3 rounded-card rounded-bl-sm border border-line bg-surface px-4 py-3">
        {open ? (
          <Stages reading={data} />
        ) : (
          <p role="status" className="flex items-start gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
            <span>{reading.state === 'cancelled' ? labels.cancelled : data?.message || labels.failed}</span>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {!open && (
            <Button size="sm" variant="outline" pending={pending} onClick={again}>
              <RotateCcw aria-hidden />
              {labels.again}
            </Button>
          )}
          {!typed && (
            <Button size="sm" variant="outline" onClick={() => conversation.typeBeside(key)}>
              <Pencil aria-hidden />
              {labels.type}
            </Button>
          )}
          {open && (
            <Button size="sm" variant="ghost" pending={pending} onClick={stop}>
              <Square aria-hidden />
              {labels.stop}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

/** Follows a reading by live events; a poll stands in where none come. */
function useReading(key: string, { id, state }: PaperReading, conversation: Conversation) {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const query = readingQuery(useCurrency(), id);
  const { data } = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: isOpen({ state }) ? FALLBACK_POLL_MS : false,
  });
  useEffect(() => {
    if (data) conversation.receive(key, data);
  }, [data, conversation, key]);
  const act = (action: (key: string) => Promise<void>) => async () => {
    setPending(true);
    await action(key);
    await queries.invalidateQueries({ queryKey: query.queryKey });
    setPending(false);
  };
  return {
    data,
    pending,
    stop: act(conversation.stopReading),
    again: act(conversation.readAgain),
  };
}

/** The queue by its true number, then a bar that moves with what is done. */
function Stages({ reading }: { reading: Reading | undefined }) {
  const { done: read = 0, of = 1 } = reading?.pages ?? {};
  const part = reading?.stage === 'prepared' ? read / of : 0;
  const done = reading?.stage ? readingStages.indexOf(reading.stage) + 1 + part : 0;
  const text = stageText(reading);
  return (
    <div className="grid gap-2">
      <p role="status">{text}</p>
      <Progress value={done} max={readingStages.length + 1} label={labels.progress} valueText={text} />
      <p className="text-13 text-muted">{labels.leave}</p>
    </div>
  );
}

function stageText(reading: Reading | undefined): string {
  if (!reading) return labels.unknown;
  const { stage, pages, ahead, ownAhead } = reading;
  if (!stage) return ahead ? labels.ahead(ahead, ownAhead ?? 0) : labels.next;
  const page = stage === 'prepared' && pages && pages.of > 1 ? labels.page(pages.done + 1, pages.of) : '';
  return `${page}${labels.stages[stage]}`;
}

const outcome: Outcome = {
  intent: 'create_invoice',
  draft: null,
  filters: null,
  customer: null,
  asks: null,
  refused: null,
  does: null,
  proposalId: null,
};

/** An empty invoice beside the picture, for its owner to fill in. */
function TypedInvoice({ message, conversation }: PaperProps) {
  const currency = useCurrency();
  const { picture } = message;
  const draft = useMemo(() => ({ ...emptyDraft, currency }), [currency]);
  const source = useMemo(() => picture && { picture, extraction: null }, [picture]);
  return (
    <div data-review>
      <Suspense fallback={<Skeleton className="mt-1 h-96 rounded-card" />}>
        <InvoiceCard
          message={message}
          outcome={outcome}
          draft={draft}
          source={source}
          isOver={false}
          isTyped
          onDecided={() => {}}
          conversation={conversation}
        />
      </Suspense>
    </div>
  );
}
