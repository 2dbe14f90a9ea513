import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { lineStates } from '#contract/bank-statements.ts';
import type { Currency } from '#core/money.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { type LineState, type Statement, statementLines, useIgnore, useThrowAway } from '../api.ts';
import { More } from '../more.tsx';
import { texts } from '../texts.ts';
import { Warning } from '../warning.tsx';
import { LineFacts } from './line-row.tsx';
import { NoLines } from './no-lines.tsx';
import { OpenLines } from './open-lines.tsx';

type StatementViewProps = {
  currency: Currency;
  id: string;
  show: string;
  /** Words searched for in its lines. */
  find: string;
  onShow: (show: string) => void;
  onFind: (find: string) => void;
  onLeave: () => void;
};

/** One statement: its doubts, and its lines by what became of them. */
export function StatementView({ currency, id, show, find, onShow, onFind, onLeave }: StatementViewProps) {
  const [typed, setTyped] = useDebouncedSearch(find, onFind);
  const options = statementLines(currency, id, 'open');
  const query = useInfiniteQuery(options);
  const retry = useRetryNow(options.queryKey);
  const lines = existingRecord(query);
  const statement = lines?.pages[0]?.data.statement;
  if (!lines && query.failureCount > 0)
    return (
      <Card>
        <RecordStates query={{ ...query, refetch: retry }} gone={texts.gone} failed={texts.retry}>
          {null}
        </RecordStates>
      </Card>
    );
  const counts = statement?.counts;
  const states = lineStates.filter(
    (state) => state === 'open' || (counts?.[state] ?? 0) > 0 || state === show,
  );
  const shown = states.find((state) => state === show) ?? 'open';
  const tabs = states.map((state) => ({
    value: state,
    // No count before it is read.
    label: counts ? texts.tabs.counted(texts.tabs[state], counts[state]) : texts.tabs[state],
    content:
      state === 'open' ? (
        <OpenLines currency={currency} id={id} find={find} left={counts?.open ?? 0} />
      ) : (
        <OtherLines currency={currency} id={id} state={state} find={find} />
      ),
  }));
  return (
    <>
      <StatementHead statement={statement} currency={currency} onLeave={onLeave} />
      <SearchInput
        label={texts.lines.search}
        value={typed}
        onChange={setTyped}
        maxLength={200}
        className="mb-4 max-w-md"
      />
      <Tabs label={texts.tabs.label} value={shown} onChange={onShow} tabs={tabs} />
    </>
  );
}

type HeadProps = { statement: Statement | undefined; currency: Currency; onLeave: () => void };

function StatementHead({ statement, currency, onLeave }: HeadProps) {
  if (!statement) return <p className="mb-4 min-h-12" />;
  const { account, from, to, counts, breaks, unreadable } = statement;
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="wrap-anywhere text-xl">{texts.list.account(account.bankName, account.last4)}</h2>
          <p className="text-muted text-sm">{texts.list.days(formatDate(from), formatDate(to))}</p>
        </div>
        {counts.recorded === 0 && <ThrowAway statement={statement} currency={currency} onLeave={onLeave} />}
      </div>
      {breaks.length > 0 && <Warning>{texts.upload.breaks(breaks)}</Warning>}
      {unreadable.length > 0 && <Warning>{texts.upload.unreadable(unreadable)}</Warning>}
    </div>
  );
}

function ThrowAway({
  statement,
  currency,
  onLeave,
}: {
  statement: Statement;
  currency: Currency;
  onLeave: () => void;
}) {
  const [asking, setAsking] = useOpened('remove');
  const remove = useThrowAway(currency);
  const run = () =>
    remove.mutate(statement.id, {
      onSuccess: () => {
        toast.success(texts.remove.done);
        onLeave();
      },
      onError: (error) => {
        setAsking(null);
        toast.error(messageOf(error));
      },
    });
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {texts.remove.button}
      </Button>
      <AlertDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={texts.remove.title}
        text={texts.remove.text}
        cancel={texts.remove.cancel}
        confirm={texts.remove.button}
        danger
        pending={remove.isPending}
        onConfirm={run}
      />
    </>
  );
}

type OtherLinesProps = { currency: Currency; id: string; state: LineState; find: string };

function OtherLines({ currency, id, state, find }: OtherLinesProps) {
  const options = statementLines(currency, id, state, find);
  const query = useInfiniteQuery(options);
  const { data, failureCount } = query;
  const retry = useRetryNow(options.queryKey);
  const back = useIgnore(currency);
  const words = texts.lines;
  if (!data && failureCount > 0) return <ErrorState title={texts.retry} onRetry={retry} />;
  const lines = data?.pages.flatMap((page) => page.data.lines) ?? [];
  if (data && lines.length === 0) return <NoLines title={words.none.other} isSearched={find !== ''} />;
  return (
    <>
      {state === 'settlement' && <p className="mb-2 text-13 text-muted">{words.settlementHint}</p>}
      <Card className="overflow-hidden p-0">
        <ul aria-label={words.label} className="divide-y divide-line">
          {lines.map((line) => (
            <li
              key={line.id}
              data-row={line.id}
              className="grid gap-x-4 gap-y-2 px-4.5 py-3.5 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]"
            >
              <LineFacts line={line} currency={currency} />
              <div className="flex flex-wrap items-center gap-3 text-sm md:justify-end">
                {line.payment && (
                  <span className="wrap-anywhere font-medium">
                    {words.recordedFor(line.payment.invoiceNumber, line.payment.customerName)}
                  </span>
                )}
                {line.note && <span className="text-muted">{line.note}</span>}
                {(state === 'ignored' || state === 'settlement') && (
                  <Button
                    size="sm"
                    variant="outline"
                    pending={back.isPending && back.variables.lineId === line.id}
                    onClick={() => back.mutate({ lineId: line.id, ignored: false })}
                  >
                    {state === 'ignored' ? words.putBack : words.wasSale}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <More label={words.more} query={query} />
    </>
  );
}
