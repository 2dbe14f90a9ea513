import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { toastFailure } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { InvoiceFilters } from './api.ts';
import { defaultFilters, isChanged } from './filters.tsx';
import { parseSort, sortOptions } from './sorting.ts';
import { texts } from './texts.ts';

type ListToolsProps = {
  /** Such as "42 invoices"; announced when it changes. */
  statusText: string;
  filters: InvoiceFilters;
  onFilter: (change: Partial<InvoiceFilters>) => void;
  isEmpty: boolean;
};

/** One line over the list: how many there are, and the order where no headings offer it. */
export function ListTools({ statusText, filters, onFilter, isEmpty }: ListToolsProps) {
  return (
    <div className="mb-2.5 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-muted text-sm tabular-nums">
        {statusText}
      </p>
      {isChanged(filters) && (
        <Button variant="link" size="sm" onClick={() => onFilter(defaultFilters)}>
          {texts.clearFilters}
        </Button>
      )}
      <Link to="/dashboard/invoices/repeating" className={buttonClass({ variant: 'link', size: 'sm' })}>
        {texts.repeating}
      </Link>
      <span className="ml-auto flex min-w-0 items-center gap-1">
        <span className="w-44 min-w-0 xl:hidden">
          <Select
            label={texts.sort}
            value={parseSort(filters.sort)}
            options={sortOptions}
            onChange={(sort) => onFilter({ sort })}
            className="border-transparent bg-transparent shadow-none max-md:px-2"
          />
        </span>
        {!isEmpty && <ExportButton filters={filters} />}
      </span>
    </div>
  );
}

function ExportButton({ filters }: { filters: InvoiceFilters }) {
  const currency = useCurrency();
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await import('./export-csv.ts')).exportCsv(currency, filters),
    onError: (error) => toastFailure(error, texts.exportFailed),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={save.isPending}
      onClick={() => save.mutate()}
      className="max-md:hidden"
    >
      <FileDown aria-hidden />
      {texts.exportCsv}
    </Button>
  );
}
