import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import type { Currency } from '#core/money.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { statementLines, useIgnore, useRecord } from '../api.ts';
import { More } from '../more.tsx';
import { texts } from '../texts.ts';
import { LineRow, type NotSale } from './line-row.tsx';
import { NoLines } from './no-lines.tsx';
import { type Matching, useMatching } from './use-matching.ts';

const words = texts.lines;

type OpenLinesProps = { currency: Currency; id: string; find: string; left: number };

/** Lines that came in and are not recorded: ticked, looked through and recorded. */
export function OpenLines({ currency, id, find, left }: OpenLinesProps) {
  const options = statementLines(currency, id, 'open', find);
  const query = useInfiniteQuery(options);
  const { data, failureCount } = query;
  const retry = useRetryNow(options.queryKey);
  const lines = data?.pages.flatMap((page) => page.data.lines) ?? [];
  const matching = useMatching(lines, useRecord(currency, id));
  const aside = useIgnore(currency);
  const list = useRef<HTMLUListElement>(null);
  const putAside = (lineId: string, kind: NotSale) =>
    aside.mutate(
      { lineId, ignored: true, note: words.notes[kind] },
      {
        onSuccess: () =>
          toast.success(words.aside, {
            action: { label: words.undo, run: () => aside.mutate({ lineId, ignored: false }) },
          }),
      },
    );
  if (!data && failureCount > 0) return <ErrorState title={texts.retry} onRetry={retry} />;
  return (
    <>
      {matching.result && (
        <div className="mb-4">
          <Notice icon={<CheckCheck aria-hidden />}>
            {texts.record.done(matching.result.recorded, matching.result.confirmed)}.{' '}
            {texts.record.left(left)}
          </Notice>
        </div>
      )}
      {data && lines.length === 0 ? (
        <NoLines title={words.none.open} isSearched={find !== ''} />
      ) : (
        <>
          <p className="mb-2 text-13 text-muted max-md:hidden">{words.keys}</p>
          <Card className="overflow-hidden p-0">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the boxes inside it */}
            <ul
              ref={list}
              aria-label={words.label}
              className="divide-y divide-line"
              onKeyDown={(event) => walk(event, list.current)}
            >
              {data ? (
                lines.map((line) => (
                  <LineRow
                    key={line.id}
                    line={line}
                    currency={currency}
                    matching={matching}
                    onAside={(kind) => putAside(line.id, kind)}
                  />
                ))
              ) : (
                <Waiting />
              )}
            </ul>
          </Card>
        </>
      )}
      <More label={words.more} query={query} />
      <RecordBar matching={matching} currency={currency} />
    </>
  );
}

const Waiting = () =>
  Array.from({ length: 4 }, (_, at) => (
    <li key={at} aria-hidden className="px-4.5 py-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-2 h-4 w-64 max-w-full" />
    </li>
  ));

const BOX = 'input[type=checkbox]';

/** Up and down go from tick to tick, Enter on one opens the choice beside it; Space is the browser's. */
function walk(event: KeyboardEvent, list: HTMLUListElement | null): void {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox' || !list) return;
  const boxes = [...list.children].flatMap((row) => row.querySelector<HTMLInputElement>(BOX) ?? []);
  if (!boxes.includes(box)) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    box.closest('li')?.querySelector<HTMLElement>('[role=combobox]')?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  boxes[boxes.indexOf(box) + step]?.focus();
}

function RecordBar({ matching, currency }: { matching: Matching; currency: Currency }) {
  const { ticked, sum, run, busy } = matching;
  if (ticked.length === 0) return null;
  return (
    <div
      role="region"
      aria-label={texts.record.label}
      className="sticky bottom-5 z-35 mx-auto mt-5 flex w-fit max-w-full flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5 shadow-e3 max-md:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] max-md:w-full max-md:justify-between"
    >
      <Money amount={sum} currency={currency} className="font-bold" />
      <Button pending={busy} onClick={run}>
        {texts.record.button(ticked.length)}
      </Button>
    </div>
  );
}
