import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileText, SearchX } from 'lucide-react';
import { formatDate } from '#web/lib/format.ts';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { OpenRow } from '#web/ui/open-row.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Cell, HeadCell, SkeletonRows, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import { type QuoteFilters, quoteList, type QuoteSummary } from './api.ts';
import { nameOf, QuoteBadge } from './status.tsx';
import { texts } from './texts.ts';

type ListProps = { filters: QuoteFilters; onOpen: (id: string) => void; onClear: () => void };

/** Quotes in rows; cards on phones. */
export function QuoteList({ filters, onOpen, onClear }: ListProps) {
  const query = useInfiniteQuery({
    ...quoteList(useCurrency(), filters),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap(({ data }) => data);
  useFocusFallback(rows?.length);
  const { columns } = texts;
  return (
    <Card className="overflow-hidden" aria-busy={query.isPending || query.isPlaceholderData}>
      {!rows && query.failureCount > 0 ? (
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : rows?.length === 0 ? (
        <Empty isFiltered={filters.search.trim() !== '' || filters.status !== 'all'} onClear={onClear} />
      ) : (
        <>
          <Table label={texts.title}>
            <TableHead>
              <HeadCell>{columns.number}</HeadCell>
              <HeadCell>{columns.customer}</HeadCell>
              <HeadCell end>{columns.amount}</HeadCell>
              <HeadCell>{columns.status}</HeadCell>
              <HeadCell>{columns.until}</HeadCell>
            </TableHead>
            <TableBody>
              {rows ? (
                rows.map((quote) => <QuoteRow key={quote.id} quote={quote} onOpen={onOpen} />)
              ) : (
                <SkeletonRows columns={5} />
              )}
            </TableBody>
          </Table>
          {query.hasNextPage && (
            <Button
              variant="ghost"
              wide
              pending={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.more}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function QuoteRow({ quote, onOpen }: { quote: QuoteSummary; onOpen: (id: string) => void }) {
  const open = () => onOpen(quote.id);
  return (
    <OpenRow data-row={quote.id} onOpen={open}>
      <Cell className="whitespace-nowrap max-md:col-start-1 max-md:row-start-2">
        <button
          type="button"
          data-row-open
          aria-label={texts.open(nameOf(quote))}
          onClick={open}
          className="num min-h-11 font-semibold text-primary underline-offset-4 hover:underline"
        >
          {quote.number ?? texts.draft}
        </button>
      </Cell>
      <Cell lead className="md:w-2/5 md:max-w-0">
        <span className="wrap-anywhere line-clamp-2 font-medium md:line-clamp-1" title={quote.customerName}>
          {quote.customerName}
        </span>
        <span className="wrap-anywhere line-clamp-2 text-13 text-muted md:line-clamp-1">{quote.title}</span>
      </Cell>
      <Cell bare end>
        <Money
          amount={quote.totalAmount}
          currency={quote.currency}
          className="whitespace-nowrap font-semibold"
        />
      </Cell>
      <Cell bare className="max-md:col-start-2 max-md:row-start-2 max-md:self-center max-md:justify-self-end">
        <QuoteBadge status={quote.status} />
      </Cell>
      <Cell name={texts.columns.until} className="whitespace-nowrap text-muted max-md:text-sm">
        {quote.validUntil ? formatDate(quote.validUntil) : '–'}
      </Cell>
    </OpenRow>
  );
}

/** Tells a business without quotes from a search without results. */
function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <EmptyState icon={<FileText />} title={texts.empty.title} text={texts.empty.text} />;
  return (
    <EmptyState icon={<SearchX />} title={texts.noneFound.title} text={texts.noneFound.text}>
      <Button variant="outline" onClick={onClear}>
        {texts.noneFound.clear}
      </Button>
    </EmptyState>
  );
}
