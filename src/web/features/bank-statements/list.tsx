import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, FileText } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Statement, statementList } from './api.ts';
import { More } from './more.tsx';
import { texts } from './texts.ts';

type StatementListProps = { currency: Currency; onOpen: (id: string) => void; onAdd: () => void };

/** Statements that were added, the newest first. */
export function StatementList({ currency, onOpen, onAdd }: StatementListProps) {
  const query = useInfiniteQuery(statementList(currency));
  const { data, failureCount } = query;
  const statements = data?.pages.flatMap((page) => page.data.statements);
  const retry = useRetryNow(statementList(currency).queryKey);
  if (!data && failureCount > 0)
    return (
      <Card>
        <ErrorState title={texts.retry} onRetry={retry} />
      </Card>
    );
  if (statements?.length === 0)
    return (
      <Card>
        <EmptyState title={texts.list.empty} text={texts.list.hint} icon={<FileText />}>
          <Button variant="outline" onClick={onAdd}>
            {texts.list.upload}
          </Button>
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Card className="overflow-hidden p-0">
        <ul className="divide-y divide-line">
          {statements
            ? statements.map((one) => (
                <StatementRow key={one.id} statement={one} onOpen={() => onOpen(one.id)} />
              ))
            : Array.from({ length: 3 }, (_, at) => (
                <li key={at} aria-hidden className="px-4.5 py-4">
                  <Skeleton className="h-5 w-56 max-w-full" />
                  <Skeleton className="mt-2 h-4 w-40" />
                </li>
              ))}
        </ul>
      </Card>
      <More label={texts.list.more} query={query} />
    </>
  );
}

function StatementRow({ statement, onOpen }: { statement: Statement; onOpen: () => void }) {
  const { account, from, to, counts } = statement;
  const { list } = texts;
  return (
    <li data-row={statement.id}>
      <button
        type="button"
        data-row-open
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1.5 px-4.5 py-3.5 text-left hover:bg-[color-mix(in_srgb,var(--sunken)_50%,transparent)] focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="wrap-anywhere block font-medium">
            {list.account(account.bankName, account.last4)}
          </span>
          <span className="block text-13 text-muted">{list.days(formatDate(from), formatDate(to))}</span>
        </span>
        {counts.recorded > 0 && <span className="text-muted text-sm">{list.recorded(counts.recorded)}</span>}
        <Badge tone={counts.open > 0 ? 'warn' : 'ok'}>
          {counts.open > 0 ? list.open(counts.open) : list.done}
        </Badge>
        <ChevronRight aria-hidden className="size-5 text-muted max-md:hidden" />
      </button>
    </li>
  );
}
